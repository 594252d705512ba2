import { useTranslations } from "next-intl";
import { STATUS_TONES } from "@/components/collections/status-pill";
import { Pill, type Tone } from "@/components/ui/pill";
import { statusShown } from "@/lib/invoices/list/state-rules";
import type { InvoiceRow } from "@/lib/invoices/types";
import { reasonTone, useReasonKey } from "./reason-text";

export interface StateText {
  tone: Tone;
  label: string;
  hint: string;
}

/**
 * Returns a function that gives the label for the state of an invoice: of its collection, if there is one, otherwise
 * the reason of the decision. Rows in the same state share one object, which is sent to the browser once.
 */
export function useInvoiceState(): (invoice: InvoiceRow) => StateText {
  const debits = useTranslations("collectionStatus");
  const reasons = useTranslations("reasons");
  const keyOf = useReasonKey();
  const known = new Map<string, StateText>();
  const shared = (key: string, make: () => StateText) => {
    const text = known.get(key) ?? make();
    known.set(key, text);
    return text;
  };
  return (invoice) => {
    const status = statusShown(invoice);
    // The collection runs at an account that is disconnected: its next steps can be neither seen nor stopped.
    const isAway = invoice.reason === "at_former_account";
    if (status)
      return shared(isAway ? `${status} away` : status, () => ({
        tone: STATUS_TONES[status],
        label: debits(`${status}.label`),
        hint: isAway ? reasons("at_former_account.title") : debits(`${status}.next`),
      }));
    const reason = keyOf(invoice.reason);
    const tone = reasonTone(invoice);
    return shared(`${reason} ${tone}`, () => ({
      tone,
      label: reasons(`${reason}.title`),
      hint: reasons(`${reason}.help`),
    }));
  };
}

export function InvoiceState({ invoice }: { invoice: InvoiceRow }) {
  const { tone, label, hint } = useInvoiceState()(invoice);
  return (
    <Pill tone={tone} hint={hint}>
      {label}
    </Pill>
  );
}
