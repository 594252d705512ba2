"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { leaveForOutagePage, PROBE_URL } from "@/components/action/outage";
import { Button } from "@/components/ui/button";

/** A page that could not be made. If the whole service is down the outage page takes over, which comes back by itself. */
export function FaultView({ digest, retry }: { digest?: string; retry: () => void }) {
  const t = useTranslations("client.fault");
  useEffect(() => {
    void fetch(PROBE_URL, { cache: "no-store" })
      .then((response) => (response.status === 503 ? leaveForOutagePage() : undefined))
      .catch(() => undefined);
  }, []);
  return (
    <div className="mx-auto max-w-2xl px-4 py-16 sm:px-6">
      <h1 className="text-xl">{t("title")}</h1>
      <p className="prose-width mt-2 mb-6 text-muted">{t("text")}</p>
      <Button tone="primary" onClick={retry}>
        {t("retry")}
      </Button>
      {digest ? <p className="mt-6 text-xs text-muted">{t("id", { id: digest })}</p> : null}
    </div>
  );
}
