import { useLocale, useTranslations } from "next-intl";
import { FailureText } from "@/components/collections/failure-text";
import { StatusPill } from "@/components/collections/status-pill";
import { PayerLink } from "@/components/contacts/payer-link";
import { Day } from "@/components/format/day";
import { Money } from "@/components/format/money";
import { Name } from "@/components/format/name";
import { useReasonKey } from "@/components/invoices/reason-text";
import { Link } from "@/components/ui/link";
import { Pill } from "@/components/ui/pill";
import type { ReturnRow } from "@/lib/collections/returns/loaders";
import { formatMoney } from "@/lib/core/money/money";
import { shortName } from "@/lib/core/text/sanitise";
import { formatDay, formatInstant } from "@/lib/core/time/dates";
import { NoteList } from "./note-list";
import { ReturnActions } from "./return-actions";

/** Outcomes without money: the return was dismissed, or migrated. */
const NOTHING_CAME: (string | undefined)[] = ["dismissed", "migrated"];

/** Lists the returns: the payer, the bank's reason, the remedy, and the next step. */
export function ReturnList({ rows }: { rows: ReturnRow[] }) {
  const t = useTranslations("returns");
  return (
    <ul className="divide-y" aria-label={t("title")}>
      {rows.map((row) => (
        <li key={row.id} className="px-4 py-5 sm:px-5">
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Link
                  href={`/app/invoices/${row.invoiceId}`}
                  className="min-w-0 font-medium break-words text-action underline underline-offset-2"
                >
                  <Name text={row.number || t("noNumber")} />
                </Link>
                <PayerLink
                  id={row.contactId}
                  name={row.contactName}
                  className="line-clamp-2 min-w-0 break-words hyphens-auto"
                />
              </p>
              <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
                <span>
                  {t("debitedOn")} <Day day={row.chargeDay} />
                </span>
                <span>{t("attempts", { count: row.attempts })}</span>
              </p>
            </div>
            <div className="flex items-center gap-3">
              {row.isDone && row.outcome ? (
                <Pill tone={NOTHING_CAME.includes(row.outcome) ? "quiet" : "good"}>{t(`outcomes.${row.outcome}`)}</Pill>
              ) : (
                <StatusPill status={row.status} />
              )}
              <Money cents={row.amountCents} className="font-medium" />
            </div>
          </div>
          <div className="prose-width mt-3 text-sm">
            <FailureText code={row.code} cause={row.cause} text={row.text} />
          </div>
          {row.isDone ? null : <WhatComes row={row} />}
          <NoteList notes={row.notes} />
          <ReturnActions row={row} />
        </li>
      ))}
    </ul>
  );
}

/** Says which step follows automatically, or why none does. */
function WhatComes({ row }: { row: ReturnRow }) {
  const t = useTranslations("returns");
  const reasons = useTranslations("reasons");
  const reasonKey = useReasonKey();
  const locale = useLocale();
  const lines: string[] = [];
  if (row.next) {
    const values = { day: formatDay(row.next.day, locale, true), amount: formatMoney(row.next.amountCents, locale) };
    const key = row.next.isByPlan ? "nextByPlan" : row.next.isRetry ? "nextByPerson" : "nextByMandate";
    lines.push(t(key, values));
  } else if (row.retry.state === "provider") lines.push(t("providerRetries"));
  else if (row.retry.state === "limit") lines.push(t("limitReached", { count: row.tries }));
  else if (row.isRetryStopped) lines.push(t("stopped"));
  if (row.otherMandate && !row.next && row.retry.state === "possible")
    lines.push(t("otherMandate", { mandate: shortName(row.otherMandate) }));
  if (row.request && !row.next)
    lines.push(
      t("mandateAsked", { at: formatInstant(new Date(row.request.at), locale), email: shortName(row.email ?? "") }),
    );
  if (row.isDeceased) lines.push(t("deceased"));
  else if (row.needsMandate && !row.request && !row.email) lines.push(t("noEmail"));
  if (row.refusal && row.refusal !== "invoice_excluded") lines.push(reasons(`${reasonKey(row.refusal)}.help`));
  if (row.isExcluded) lines.push(t("excluded"));
  if (lines.length === 0) return null;
  return (
    <ul className="prose-width mt-2 space-y-1 text-sm font-medium">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
