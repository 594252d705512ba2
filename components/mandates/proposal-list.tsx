import { useMessages, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { shortName } from "@/lib/core/text/sanitise";
import { confirmMandateMatchAction, rejectMandateMatchAction } from "@/lib/mandates/actions";
import type { ProposalRow } from "@/lib/mandates/matching/loaders";
import { CandidateSide, MandateSide } from "./match-side";

type MatchReason = keyof ReturnType<typeof useMessages>["mandates"]["matchReasons"];

/**
 * Lists proposed matches with mandate and contact side by side, so that the person can compare both before confirming.
 */
export function ProposalList({ rows, chooseHref }: { rows: ProposalRow[]; chooseHref: (mandateId: string) => string }) {
  const t = useTranslations("mandates");
  const known = useMessages().mandates.matchReasons;
  return (
    <ul className="divide-y" aria-label={t("proposals")}>
      {rows.map((row) => (
        <li
          key={row.mandateId}
          className="grid gap-4 px-4 py-4 sm:px-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,20rem)] lg:items-center"
        >
          <MandateSide mandate={row} />
          <CandidateSide candidate={row} />
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
                context={shortName(row.contactName)}
              >
                {t("confirmMatch")}
              </ActionButton>
              <ActionButton
                gated
                action={rejectMandateMatchAction.bind(null, { mandateId: row.mandateId })}
                size="small"
                done={t("matchRejected")}
                context={shortName(row.contactName)}
              >
                {t("rejectMatch")}
              </ActionButton>
              <Link href={chooseHref(row.mandateId)} className={buttonClass("quiet", "small")}>
                {t("chooseContact")}
                <span className="sr-only"> {t("ofContact", { name: shortName(row.payerName) })}</span>
              </Link>
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
