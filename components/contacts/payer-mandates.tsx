import { useLocale, useMessages, useTranslations } from "next-intl";
import { Day } from "@/components/format/day";
import { Instant } from "@/components/format/instant";
import { Name } from "@/components/format/name";
import { type Dated, useRequestEntries } from "@/components/invoices/invoice-timeline";
import { MandateActions } from "@/components/mandates/mandate-actions";
import { MandateState } from "@/components/mandates/mandate-table";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Timeline } from "@/components/ui/timeline";
import { shortName } from "@/lib/core/text/sanitise";
import { formatInstant } from "@/lib/core/time/dates";
import type { PayerMandate, PayerView } from "@/lib/payers/page/loaders";

/** Shows a payer's mandates, the newest first, next to everything that happened to them. */
export function PayerMandates({ payer }: { payer: Pick<PayerView, "mandates" | "requests" | "acts"> }) {
  const t = useTranslations("payers");
  return (
    <Card flush>
      <div className="grid lg:grid-cols-[minmax(0,1fr)_20rem]">
        {payer.mandates.length > 0 ? (
          <ul className="divide-y" aria-label={t("mandates")}>
            {payer.mandates.map((mandate) => (
              <MandateItem key={mandate.id} mandate={mandate} />
            ))}
          </ul>
        ) : (
          <EmptyState text={t("noMandate")} />
        )}
        <div className="border-t p-4 sm:p-5 lg:border-t-0 lg:border-l">
          <h3 className="mb-3 text-base">{t("history")}</h3>
          <MandateHistory payer={payer} />
        </div>
      </div>
    </Card>
  );
}

/** One mandate. Its id is the anchor to which the list of mandates and searches lead. */
function MandateItem({ mandate }: { mandate: PayerMandate }) {
  const t = useTranslations("payers");
  const mandates = useTranslations("mandates");
  const { accountHint, bankName, nextDebitDay, signedAt } = mandate;
  return (
    <li
      id={mandate.id}
      className="flex scroll-mt-20 flex-wrap items-start justify-between gap-3 p-4 target:bg-sunken sm:p-5"
    >
      <div className="min-w-0 space-y-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Name text={mandate.reference || "–"} className="figure min-w-0 font-medium break-all" />
          <MandateState row={mandate} />
          {mandate.isDefault ? <span className="text-sm text-good">{mandates("isDefault")}</span> : null}
        </div>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted">
          <Name text={[accountHint || "–", bankName].filter(Boolean).join(", ")} className="min-w-0 break-words" />
          {signedAt ? (
            <span>
              {t("granted")} <Instant at={signedAt} />
            </span>
          ) : null}
          {nextDebitDay ? (
            <span>
              {mandates("nextDebit")} <Day day={nextDebitDay} />
            </span>
          ) : null}
        </p>
        {mandate.isReplaced ? <p className="text-sm text-muted">{mandates("replaced")}</p> : null}
      </div>
      <MandateActions row={mandate} chooseHref={`/app/mandates?match=${mandate.id}`} />
    </li>
  );
}

function MandateHistory({ payer }: { payer: Pick<PayerView, "mandates" | "requests" | "acts"> }) {
  const locale = useLocale();
  const t = useTranslations("payers");
  const requests = useRequestEntries(payer.requests);
  const acts = useActEntries(payer.acts);
  const own = payer.mandates.flatMap((mandate): Dated[] => {
    const detail = shortName(mandate.reference);
    const { id, signedAt, transferredAt, isAsked } = mandate;
    return [
      // The request already says when the payer granted a mandate that we asked for.
      ...(signedAt && !isAsked
        ? [{ key: `${id}-signed`, tone: "good" as const, title: t("grantedElsewhere"), detail, at: signedAt }]
        : []),
      ...(transferredAt
        ? [{ key: `${id}-moved`, tone: "info" as const, title: t("accountMoved"), detail, at: transferredAt }]
        : []),
    ];
  });
  const entries = [...requests, ...acts, ...own].sort((a, b) => b.at.localeCompare(a.at));
  if (entries.length === 0) return <p className="text-sm text-muted">{t("noHistory")}</p>;
  return <Timeline entries={entries.map((entry) => ({ ...entry, when: formatInstant(new Date(entry.at), locale) }))} />;
}

/** Lists people's acts about the payer and the mandates. An act without a text of its own is not shown. */
function useActEntries(acts: PayerView["acts"]): Dated[] {
  const t = useTranslations("payers");
  const known = useMessages().payers.acts;
  return acts.flatMap(({ id, action, by, at }): Dated[] => {
    const key = action.replaceAll(".", "_");
    if (!(key in known)) return [];
    return [
      {
        key: id,
        tone: "info",
        title: t(`acts.${key as keyof typeof known}`),
        detail: by ? t("by", { name: shortName(by) }) : undefined,
        at,
      },
    ];
  });
}
