"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { leaveForOutagePage, PROBE_URL } from "@/components/action/outage";
import { Button } from "@/components/ui/button";
import { isMissingPart, mayReloadAutomatically } from "./missing-part";

export interface Fault {
  error: Error & { digest?: string };
  retry: () => void;
}

/**
 * Shown instead of a page that failed to render. If the whole service is down, it opens the outage page, which returns
 * automatically.
 */
export function FaultView({ error, retry, reader = "supplier" }: Fault & { reader?: "supplier" | "payer" }) {
  const t = useTranslations("client.fault");
  const isMissing = isMissingPart(error);
  useEffect(() => {
    void fetch(PROBE_URL, { cache: "no-store" })
      .then(({ status }) => {
        if (status === 503) return leaveForOutagePage();
        // Reload only when the service answers: without an answer a reload would only show a blank page.
        if (isMissing && mayReloadAutomatically()) window.location.reload();
      })
      .catch(() => undefined);
  }, [isMissing]);
  return (
    <div role="alert" className="mx-auto max-w-2xl px-4 py-16 sm:px-6">
      <h1 className="text-xl">{t(isMissing ? "missing.title" : reader === "payer" ? "payer.title" : "title")}</h1>
      <p className="prose-width mt-2 mb-6 text-muted">
        {reader === "payer" ? t(isMissing ? "payer.missing" : "payer.text") : t(isMissing ? "missing.text" : "text")}
      </p>
      <Button tone="primary" onClick={isMissing ? () => window.location.reload() : retry}>
        {isMissing ? t("missing.reload") : t("retry")}
      </Button>
      {error.digest ? <p className="mt-6 text-xs text-muted">{t("id", { id: error.digest })}</p> : null}
    </div>
  );
}
