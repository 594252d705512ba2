import { createTranslator } from "next-intl";
import type { CustomerId } from "@/lib/auth/scope";
import { csvList } from "@/lib/core/formats/csv/list";
import type { Locale } from "@/lib/core/locales";
import type { Payout } from "@/lib/core/prisma/client";
import { fromDate } from "@/lib/core/time/dates";
import { bookingStateOf } from "@/lib/payouts/rules";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { findPayouts } from "./page-data";

/** Yields all payouts as a table file, newest first, as on screen. */
export function exportPayouts(customerId: CustomerId, locale: Locale): AsyncGenerator<string> {
  const t = createTranslator({ locale, messages: (locale === "de" ? (de as typeof en) : en).payouts });
  return csvList<Payout>(customerId, locale, {
    heads: [t("reference"), t("providerId"), t("day"), t("status"), t("booking"), t("fee"), t("amount")],
    cells: (payout) => [
      payout.reference || payout.providerId,
      payout.providerId,
      payout.arrivalDate && { day: fromDate(payout.arrivalDate) },
      t(`statuses.${payout.status}.label`),
      t(`bookingStatuses.${bookingStateOf(payout)}.label`),
      { cents: payout.feeCents },
      { cents: payout.amountCents },
    ],
    read: (page) => findPayouts(customerId, page),
  });
}
