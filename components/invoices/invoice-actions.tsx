import { useLocale, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { ExternalButton } from "@/components/ui/external-link";
import { cancelCollectionAction } from "@/lib/collections/actions";
import { HOLD_DAYS } from "@/lib/collections/types";
import { formatMoney } from "@/lib/core/money/money";
import { shortName } from "@/lib/core/text/sanitise";
import { today } from "@/lib/core/time/clock";
import { addDays, formatDay } from "@/lib/core/time/dates";
import { holdInvoiceAction, setInvoiceExcludedAction } from "@/lib/invoices/actions";
import type { InvoiceView } from "@/lib/invoices/loaders";
import { vendorName } from "@/lib/vendors/types";
import { CollectNow } from "./collect-now";
import { HoldForm } from "./hold-form";

const DONE_WITH = ["paid", "voided", "deleted"];

export function InvoiceActions({ invoice, bookUrl }: { invoice: InvoiceView; bookUrl?: string }) {
  const t = useTranslations("invoices");
  // While a collection runs, excluding is not offered: cancelling the collection excludes the invoice as well.
  const isDone = DONE_WITH.includes(invoice.bookStatus);
  const canStop = invoice.attempts.some((attempt) => attempt.canCancel);
  const isUnderWay = invoice.attempts.some((attempt) => attempt.holdsInvoice) && !invoice.isExcluded;
  return (
    <div className="flex flex-wrap gap-2">
      <CollectNow invoice={invoice} />
      <CancelDebit invoice={invoice} />
      {isDone || isUnderWay ? null : <Exclusion invoice={invoice} />}
      {isDone || invoice.isExcluded || (isUnderWay && !canStop) ? null : <Hold invoice={invoice} />}
      {bookUrl ? (
        <ExternalButton href={bookUrl} note={t("newTab")}>
          {t("openInBooks", { vendor: vendorName(invoice.books) ?? "" })}
        </ExternalButton>
      ) : null}
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
    number: shortName(invoice.number),
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
      undo={{
        label: t("undo"),
        action: setInvoiceExcludedAction.bind(null, { invoiceId: invoice.id, excluded: false }),
        done: t("includeDone"),
      }}
    >
      {t("cancelDebit")}
    </ActionButton>
  );
}

/**
 * Holds an invoice until a day, or releases it. A collection that can still be cancelled is replaced by a later one.
 */
function Hold({ invoice }: { invoice: InvoiceView }) {
  const t = useTranslations("invoices");
  const locale = useLocale();
  const { id: invoiceId, heldUntil } = invoice;
  if (!heldUntil || heldUntil <= today())
    return <HoldForm invoiceId={invoiceId} first={addDays(today(), 1)} last={addDays(today(), HOLD_DAYS)} />;
  return (
    <ActionButton action={holdInvoiceAction.bind(null, { invoiceId, until: null })} done={t("releaseDone")}>
      {t("release", { day: formatDay(heldUntil, locale) })}
    </ActionButton>
  );
}

function Exclusion({ invoice }: { invoice: InvoiceView }) {
  const t = useTranslations("invoices");
  const action = setInvoiceExcludedAction.bind(null, { invoiceId: invoice.id, excluded: !invoice.isExcluded });
  return (
    <ActionButton
      action={action}
      done={t(invoice.isExcluded ? "includeDone" : "excludeDone")}
      undo={
        invoice.isExcluded
          ? undefined
          : {
              label: t("undo"),
              action: setInvoiceExcludedAction.bind(null, { invoiceId: invoice.id, excluded: false }),
              done: t("includeDone"),
            }
      }
    >
      {t(invoice.isExcluded ? "include" : "exclude")}
    </ActionButton>
  );
}
