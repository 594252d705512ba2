"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { leaveForOutagePage, PROBE_URL } from "@/components/action/outage";
import { Button } from "@/components/ui/button";
import { isMissingPart, mayReloadByItself } from "./missing-part";

export interface Fault {
  error: Error & { digest?: string };
  retry: () => void;
}

/** A page that could not be made. If the whole service is down the outage page takes over, which comes back by itself. */
export function FaultView({ error, retry, reader = "supplier" }: Fault & { reader?: "supplier" | "payer" }) {
  const t = useTranslations("client.fault");
  const isMissing = isMissingPart(error);
  useEffect(() => {
    void fetch(PROBE_URL, { cache: "no-store" })
      .then(({ status }) => {
        if (status === 503) return leaveForOutagePage();
        // The service answers, so a reload brings the page whole; without an answer it would only bring a blank one.
        if (isMissing && mayReloadByItself()) window.location.reload();
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
