import { useMessages, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { confirmMandateMatchAction, rejectMandateMatchAction } from "@/lib/mandates/actions";
import type { ProposalRow } from "@/lib/mandates/loaders";

type MatchReason = keyof ReturnType<typeof useMessages>["mandates"]["matchReasons"];

/** Mandate and contact side by side, so that one can see whether they are the same payer before saying so. */
export function ProposalList({ rows }: { rows: ProposalRow[] }) {
  const t = useTranslations("mandates");
  const known = useMessages().mandates.matchReasons;
  return (
    <ul className="divide-y" aria-label={t("proposals")}>
      {rows.map((row) => (
        <li
          key={row.mandateId}
          className="grid gap-4 px-4 py-4 sm:px-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] lg:items-center"
        >
          <Side
            label={t("atProvider")}
            name={row.payerName}
            lines={[row.payerEmail, [row.accountHint, row.reference].filter(Boolean).join(" · ")]}
          />
          <Side label={t("inBooks")} name={row.contactName} lines={[row.contactEmail, row.contactCity]} />
          <div>
            <p className="mb-2 text-sm text-muted">
              {t(`matchReasons.${row.reason in known ? (row.reason as MatchReason) : "other"}`)}
            </p>
            <div className="flex flex-wrap gap-2">
              <ActionButton
                gated
                action={confirmMandateMatchAction.bind(null, { mandateId: row.mandateId })}
                tone="primary"
                size="small"
                done={t("matchConfirmed")}
                context={row.contactName}
              >
                {t("confirmMatch")}
              </ActionButton>
              <ActionButton
                gated
                action={rejectMandateMatchAction.bind(null, { mandateId: row.mandateId })}
                size="small"
                done={t("matchRejected")}
                context={row.contactName}
              >
                {t("rejectMatch")}
              </ActionButton>
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Side({ label, name, lines }: { label: string; name: string; lines: (string | undefined)[] }) {
  return (
    <div className="min-w-0">
      <p className="text-xs text-muted">{label}</p>
      <p className="font-medium break-words hyphens-auto">{name}</p>
      {lines.map((line) =>
        line ? (
          <p key={line} className="text-sm break-all text-muted">
            {line}
          </p>
        ) : null,
      )}
    </div>
  );
}
