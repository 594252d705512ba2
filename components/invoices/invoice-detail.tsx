import { useLocale, useTranslations } from "next-intl";
import { FailureText } from "@/components/collections/failure-text";
import { PayerLink } from "@/components/contacts/payer-link";
import { Day } from "@/components/format/day";
import { Money } from "@/components/format/money";
import { Name } from "@/components/format/name";
import { Banner } from "@/components/ui/banner";
import { type Fact, Facts } from "@/components/ui/facts";
import { Link } from "@/components/ui/link";
import type { Attempt } from "@/lib/collections/loaders";
import { formatMoney } from "@/lib/core/money/money";
import { shortName } from "@/lib/core/text/sanitise";
import { formatDay } from "@/lib/core/time/dates";
import { nextTargetDay } from "@/lib/core/time/target-calendar";
import type { InvoiceView } from "@/lib/invoices/loaders";
import { documentReferencesOf, filesPageOf, isOnlineSystem, marksOf } from "@/lib/vendors/rules";
import { InvoiceActions } from "./invoice-actions";
import { InvoiceState } from "./invoice-state";
import { InvoiceTimeline } from "./invoice-timeline";
import { InvoiceWhy } from "./invoice-why";

export interface InvoiceDetailProps {
  invoice: InvoiceView;
  chosenConditions: string[];
  bookUrl?: string;
  /** The files that state this invoice, its corrections and credits, if its system takes them one by one. */
  files?: { id: string; name: string; number: string }[];
}

/** The detail of an invoice: facts and reason on the left, the timeline on the right; narrow screens stack the two. */
export function InvoiceDetail({ invoice, chosenConditions, bookUrl, files = [] }: InvoiceDetailProps) {
  const t = useTranslations("invoices");
  return (
    <div className="@container">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="break-words hyphens-auto">
            <PayerLink id={invoice.contactId} name={invoice.contactName} />
          </p>
          <Money cents={invoice.amountCents} currency={invoice.currency} className="text-2xl font-semibold" />
        </div>
        <div className="max-w-full pt-1">
          <InvoiceState invoice={invoice} />
        </div>
      </div>
      <MoneySentence invoice={invoice} />
      <div className="mt-6 grid gap-8 @2xl:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="min-w-0 space-y-6">
          <DifferingNotices invoice={invoice} />
          <FailureNotice invoice={invoice} />
          <InvoiceWhy invoice={invoice} chosenConditions={chosenConditions} />
          <InvoiceActions invoice={invoice} bookUrl={bookUrl} />
          <InvoiceFacts invoice={invoice} files={files} />
        </div>
        <section aria-labelledby="history">
          <h2 id="history" className="mb-3 text-base">
            {t("history")}
          </h2>
          <InvoiceTimeline invoice={invoice} />
        </section>
      </div>
    </div>
  );
}

/** Says what happens to the money, in order of time. */
function MoneySentence({ invoice }: { invoice: InvoiceView }) {
  const t = useTranslations("collectionStatus");
  const late = useTranslations("invoices");
  const locale = useLocale();
  const live = invoice.attempts.find((attempt) => attempt.holdsInvoice);
  if (!live) return null;
  const values = { amount: formatMoney(live.amountCents, locale), day: formatDay(live.debitDate, locale, true) };
  return (
    <p className="prose-width mt-2">
      {live.isAtPreviousAccount && isToCome(live)
        ? late("atFormerAccount", values)
        : t(`${live.status}.sentence`, values)}
      {isToCome(live) && live.debitDate > nextTargetDay(invoice.dueDate) ? ` ${late("isLate")}` : null}
    </p>
  );
}

function isToCome({ status }: Attempt): boolean {
  return status === "pending" || status === "created" || status === "submitted";
}

/** Shown if the last attempt was returned: the bank's reason, and what to do. */
function FailureNotice({ invoice }: { invoice: InvoiceView }) {
  const t = useTranslations("invoices");
  const last = invoice.attempts[0];
  if (!last || last.holdsInvoice || !(last.failureCode || last.failureCause)) return null;
  return (
    <Banner tone="bad" title={t("wasReturned")}>
      <FailureText code={last.failureCode} cause={last.failureCause} text={invoice.failureText} />
      {last.willAttemptRetry ? <span className="mt-1 block">{t("providerRetries")}</span> : null}
    </Banner>
  );
}

/**
 * Warns that the collection debits money that is not owed, or less than is owed. The same notices are on the dashboard;
 * dismissing one there hides it here.
 */
function DifferingNotices({ invoice }: { invoice: InvoiceView }) {
  const t = useTranslations("notices");
  return invoice.differing.map((kind) => (
    <Banner key={kind} tone="bad" title={t(`${kind}.title`, { count: 1, number: shortName(invoice.number) })}>
      {t(`${kind}.help`)}
    </Banner>
  ));
}

function InvoiceFacts({ invoice, files }: Required<Pick<InvoiceDetailProps, "invoice" | "files">>) {
  const t = useTranslations("invoices");
  const live = invoice.attempts.find((attempt) => attempt.holdsInvoice);
  const facts: (Fact | null)[] = [
    { label: t("kind"), value: t(`kinds.${invoice.kind}`) },
    { label: t("inBooks"), value: t(`bookStatus.${invoice.bookStatus}`) },
    { label: t("date"), value: <Day day={invoice.voucherDate} /> },
    { label: t("due"), value: <Day day={invoice.dueDate} /> },
    live ? { label: t("debitDate"), value: <Day day={live.debitDate} weekday /> } : null,
    { label: t("total"), value: <Money cents={invoice.totalCents} currency={invoice.documentCurrency} /> },
    { label: t("open"), value: <Money cents={invoice.openCents} currency={invoice.documentCurrency} /> },
    // Items of a list have no payment condition.
    isOnlineSystem(invoice.books) || marksOf(invoice.books) === "document"
      ? {
          label: t(`conditionIn.${documentReferencesOf(invoice.books)}`),
          value: <Name text={invoice.termLabel || "–"} />,
        }
      : null,
    { label: t("email"), value: <Name text={invoice.contactEmail ?? t("noEmail")} /> },
    live ? { label: t("bankText"), value: live.reference } : null,
    files.length > 0
      ? {
          label: t("files", { count: files.length }),
          value: <FileLinks files={files} page={filesPageOf(invoice.books)} />,
        }
      : null,
    invoice.payouts.length > 0 ? { label: t("payouts"), value: <PayoutLinks payouts={invoice.payouts} /> } : null,
  ];
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="mb-3 text-base">
        {t("facts")}
      </h2>
      <Facts facts={facts} />
    </section>
  );
}

function FileLinks({ files, page = "" }: { files: NonNullable<InvoiceDetailProps["files"]>; page?: string }) {
  return (
    <>
      {files.map(({ id, name, number }) => (
        <Link key={id} href={`${page}/${id}`} className="ml-2 text-action underline underline-offset-2">
          {shortName(number) || name}
        </Link>
      ))}
    </>
  );
}

function PayoutLinks({ payouts }: { payouts: InvoiceView["payouts"] }) {
  return (
    <>
      {payouts.map((payout) => (
        <Link
          key={payout.id}
          href={`/app/payouts/${payout.id}`}
          className="ml-2 text-action underline underline-offset-2"
        >
          {payout.reference}
        </Link>
      ))}
    </>
  );
}
