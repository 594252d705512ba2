"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { NamedDay } from "@/lib/collections/types";
import { formatDay } from "@/lib/core/time/dates";
import { askCollectNowDayAction } from "@/lib/invoices/actions";

/** Shows the charge date of a collection that starts now. GoCardless is asked for it when the question opens. */
export function CollectNowDay({ invoiceId, amount, due }: { invoiceId: string; amount: string; due: string }) {
  const t = useTranslations("collectNow");
  const locale = useLocale();
  const [asked, setAsked] = useState<NamedDay | null>();
  useEffect(() => {
    askCollectNowDayAction({ invoiceId }).then(
      (result) => setAsked(result.ok ? result.data : null),
      () => setAsked(null),
    );
  }, [invoiceId]);
  if (asked === undefined) return <span role="status">{t("asking")}</span>;
  if (asked === null) return t("bodyEarliest", { amount, due });
  return t(asked.isKnown ? "body" : "bodyAbout", { amount, due, day: formatDay(asked.day, locale, true) });
}
