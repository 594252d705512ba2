"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { PROBE_URL, returnFromOutagePage } from "@/components/action/outage";
import { Button } from "@/components/ui/button";

const EVERY_MS = 7_000;

/** Asks every seven seconds whether the service is available, and returns to the page that was interrupted. */
export function OutageView() {
  const t = useTranslations("client.outage");
  const [busy, setBusy] = useState(false);
  const probe = useCallback(async () => {
    const response = await fetch(PROBE_URL, { cache: "no-store" }).catch((error: unknown) => {
      console.info("service probe failed", error);
      return undefined;
    });
    if (response?.status === 200) return returnFromOutagePage();
    if (response) console.info("service probe answered", response.status);
  }, []);
  useEffect(() => {
    const timer = setInterval(() => void probe(), EVERY_MS);
    return () => clearInterval(timer);
  }, [probe]);

  async function reload(): Promise<void> {
    setBusy(true);
    await probe();
    setBusy(false);
  }

  return (
    <>
      <h1 className="text-xl">{t("title")}</h1>
      <p className="mt-2">{t("text")}</p>
      <p className="prose-width mt-2 mb-6 text-muted">{t("wait")}</p>
      <Button tone="primary" busy={busy} onClick={() => void reload()}>
        {t("reload")}
      </Button>
    </>
  );
}
