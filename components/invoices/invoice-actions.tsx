import { useLocale, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { ExternalButton } from "@/components/ui/external-link";
import { cancelCollectionAction } from "@/lib/collections/actions";
import { formatDay } from "@/lib/core/dates";
import { formatMoney } from "@/lib/core/money";
import { setInvoiceExcludedAction } from "@/lib/invoices/actions";
import type { InvoiceView } from "@/lib/invoices/loaders";

const DONE_WITH = ["paid", "voided", "deleted"];

export function InvoiceActions({ invoice, bookUrl }: { invoice: InvoiceView; bookUrl: string }) {
  const t = useTranslations("invoices");
  // While a debit is under way only cancelling it makes a difference, and that leaves the invoice out as well.
  const isUnderWay = invoice.attempts.some((attempt) => attempt.holdsInvoice) && !invoice.isExcluded;
  return (
    <div className="flex flex-wrap gap-2">
      <CancelDebit invoice={invoice} />
      {DONE_WITH.includes(invoice.bookStatus) || isUnderWay ? null : <Exclusion invoice={invoice} />}
      <ExternalButton href={bookUrl} note={t("newTab")}>
        {t("openInBooks")}
      </ExternalButton>
    </div>
  );
}

function CancelDebit({ invoice }: { invoice: InvoiceView }) {
  const t = useTranslations("invoices");
  const locale = useLocale();
  const live = invoice.attempts.find((attempt) => attempt.canCancel);
  if (!live) return null;
  const values = {
    amount: formatMoney(live.amountCents, locale),
    day: formatDay(live.debitDate, locale, true),
    number: invoice.number,
  };
  return (
    <ActionButton
      action={cancelCollectionAction.bind(null, { collectionId: live.id })}
      confirmation={{
        title: t("cancelTitle"),
        body: <p>{t("cancelBody", values)}</p>,
        confirm: t("cancelDebit"),
        cancel: t("keep"),
      }}
      done={t("cancelDone")}
    >
      {t("cancelDebit")}
    </ActionButton>
  );
}

function Exclusion({ invoice }: { invoice: InvoiceView }) {
  const t = useTranslations("invoices");
  const action = setInvoiceExcludedAction.bind(null, { invoiceId: invoice.id, excluded: !invoice.isExcluded });
  return (
    <ActionButton action={action} done={t(invoice.isExcluded ? "includeDone" : "excludeDone")}>
      {t(invoice.isExcluded ? "include" : "exclude")}
    </ActionButton>
  );
}
