import { useLocale, useMessages, useTranslations } from "next-intl";
import { FailureText } from "@/components/collections/failure-text";
import { STATUS_TONES } from "@/components/collections/status-pill";
import { Timeline, type TimelineEntry } from "@/components/ui/timeline";
import type { Attempt } from "@/lib/collections/loaders";
import { formatMoney } from "@/lib/core/money/money";
import { sanitiseText, shortName } from "@/lib/core/text/sanitise";
import { formatDay, formatInstant } from "@/lib/core/time/dates";
import type { InvoiceView } from "@/lib/invoices/loaders";
import type { InvoiceAct } from "@/lib/invoices/types";
import type { RequestTrace } from "@/lib/mandates/loaders";
import { isFileBasedSystem, marksOf } from "@/lib/vendors/rules";
import { VENDOR_NAMES } from "@/lib/vendors/types";
import { reasonTone, useReasonKey } from "./reason-text";

/** An entry with its instant, by which entries of several sources are sorted. */
export type Dated = Omit<TimelineEntry, "when"> & { at: string };

/** Shows the history of the invoice, newest first: decision, mandate requests, payment events and what people did. */
export function InvoiceTimeline({ invoice }: { invoice: InvoiceView }) {
  const locale = useLocale();
  const t = useTranslations("invoices.timeline");
  const debits = useDebitEntries(invoice.attempts);
  const requests = useRequestEntries(invoice.requests);
  const decision = useDecisionEntry(invoice);
  const acts = useActEntries(invoice.acts);
  const refunds = invoice.refunds.map(
    ({ id, cents, at, reference }): Dated => ({
      key: id,
      tone: cents > 0 ? "wait" : "good",
      title: t(cents > 0 ? "refunded" : "refundReturned", { amount: formatMoney(Math.abs(cents), locale) }),
      detail: t("refundDetail", { reference: shortName(reference) }),
      at,
    }),
  );
  // An item of an uploaded list was selected for collection by that list, not by a person.
  const { books, transferredAt } = invoice;
  const listed: Dated[] =
    transferredAt && isFileBasedSystem(books) && marksOf(books) === "list"
      ? [{ key: "list", tone: "info", title: t("fromList", { vendor: VENDOR_NAMES[books] }), at: transferredAt }]
      : [];
  const hint: Dated[] = invoice.hint?.sentAt
    ? [
        {
          key: "hint",
          tone: "good",
          title: t("hint"),
          detail: t("hintDetail", { reference: shortName(invoice.hint.reference) }),
          at: invoice.hint.sentAt,
        },
      ]
    : [];
  const notes = invoice.notes.map(
    (note): Dated => ({
      key: note.id,
      tone: "quiet",
      title: t("note", { name: shortName(note.author) }),
      detail: <bdi className="block break-words whitespace-pre-line">{sanitiseText(note.text)}</bdi>,
      at: note.at,
    }),
  );
  const entries = [...decision, ...debits, ...requests, ...acts, ...refunds, ...listed, ...hint, ...notes].sort(
    (a, b) => b.at.localeCompare(a.at),
  );
  if (entries.length === 0) return <p className="text-sm text-muted">{t("empty")}</p>;
  return <Timeline entries={entries.map((entry) => ({ ...entry, when: formatInstant(new Date(entry.at), locale) }))} />;
}

function useDecisionEntry(invoice: InvoiceView): Dated[] {
  const t = useTranslations();
  const key = useReasonKey()(invoice.reason);
  const at = invoice.decision?.decidedAt;
  if (!at) return [];
  const tone = reasonTone(invoice);
  return [{ key: "decision", tone, title: t("invoices.timeline.decided"), detail: t(`reasons.${key}.title`), at }];
}

/** The acts on the invoice, with the person who did each. */
function useActEntries(acts: InvoiceAct[]): Dated[] {
  const t = useTranslations("invoices.timeline");
  const locale = useLocale();
  return acts.map(({ id, act, by, at, until }) => ({
    key: id,
    tone: "info",
    title: t(`acts.${act}`, { day: until ? formatDay(until, locale) : "none" }),
    detail: by ? t("by", { name: shortName(by) }) : undefined,
    at,
  }));
}

/**
 * Returns a function that explains why a collection was cancelled. Undefined if a person cancelled it, because the
 * entry about that person already shows that.
 */
function useCancelText(): (reason: string | undefined) => string | undefined {
  const t = useTranslations();
  const known = useMessages().reasons;
  return (reason) => {
    if (reason === "mandate_chosen" || reason === "match_undone")
      return t(`invoices.timeline.cancelledBecause.${reason}`);
    return reason && reason in known ? t(`reasons.${reason as keyof typeof known}.title`) : undefined;
  };
}

function useDebitEntries(attempts: Attempt[]): Dated[] {
  const t = useTranslations();
  const cancelText = useCancelText();
  const locale = useLocale();
  return attempts.flatMap((attempt) => {
    const facts = t("invoices.timeline.debit", {
      payer: attempt.payerName ? shortName(attempt.payerName) : "none",
      number: attempt.attempt,
      amount: formatMoney(attempt.amountCents, locale),
      day: formatDay(attempt.debitDate, locale),
    });
    const events = attempt.events.map(
      (event): Dated => ({
        key: event.id,
        tone: STATUS_TONES[event.status],
        title: t(`collectionStatus.${event.status}.label`),
        detail: event.code ? <FailureText code={event.code} cause={event.cause} /> : undefined,
        at: event.at,
      }),
    );
    const cancel: Dated[] = attempt.cancelRequestedAt
      ? [
          {
            key: `${attempt.id}-cancel`,
            tone: "quiet",
            title: t("invoices.timeline.cancelAsked"),
            detail: cancelText(attempt.cancelReason),
            at: attempt.cancelRequestedAt,
          },
        ]
      : [];
    return [
      ...events,
      ...cancel,
      {
        key: attempt.id,
        tone: "info" as const,
        title: t("invoices.timeline.planned"),
        detail: facts,
        at: attempt.createdAt,
      },
    ];
  });
}

const REQUEST_STEPS = [
  { field: "cancelledAt", text: "requestCancelled", tone: "quiet" },
  { field: "signedAt", text: "requestSigned", tone: "good" },
  { field: "exitedAt", text: "requestExited", tone: "wait" },
  { field: "openedAt", text: "requestOpened", tone: "wait" },
  { field: "sentAt", text: "requestSent", tone: "wait" },
  { field: "createdAt", text: "requestCreated", tone: "wait" },
] as const;

/** The steps of mandate requests. */
export function useRequestEntries(requests: RequestTrace[]): Dated[] {
  const t = useTranslations("invoices.timeline");
  return requests.flatMap((request) =>
    REQUEST_STEPS.flatMap(({ field, text, tone }): Dated[] => {
      const at = request[field];
      if (!at) return [];
      return [
        {
          key: `${request.id}-${field}`,
          tone,
          title: t(text),
          detail: field === "sentAt" ? shortName(request.email ?? "") : undefined,
          at,
        },
      ];
    }),
  );
}
