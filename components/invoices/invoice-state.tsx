import { useTranslations } from "next-intl";
import { StatusPill } from "@/components/collections/status-pill";
import { Pill } from "@/components/ui/pill";
import type { InvoiceRow } from "@/lib/invoices/types";
import { reasonTone, useReasonKey } from "./reason-text";

const LOST = ["failed", "late_failure", "charged_back", "chargeback_settled", "mandate_expired"];

/** The one word on where the money stands: the debit, if there is one, else what was decided and why. */
export function InvoiceState({ invoice }: { invoice: InvoiceRow }) {
  const t = useTranslations("reasons");
  const reason = useReasonKey(invoice.reason);
  const { collectionStatus: status, bookStatus } = invoice;
  // A returned debit whose invoice was settled otherwise is history, not a state.
  const isSettled = status !== undefined && LOST.includes(status) && (bookStatus === "paid" || bookStatus === "voided");
  if (status && !isSettled) return <StatusPill status={status} />;
  return (
    <Pill tone={reasonTone(invoice.outcome, invoice.needsYou)} hint={t(`${reason}.help`)}>
      {t(`${reason}.title`)}
    </Pill>
  );
}
