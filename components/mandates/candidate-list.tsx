import { useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { shortName } from "@/lib/core/text/sanitise";
import { confirmMandateMatchAction } from "@/lib/mandates/actions";
import type { Candidate, ForeignMandate } from "@/lib/mandates/matching/loaders";
import { CandidateSide } from "./match-side";

/**
 * Lists the contacts that a mandate can be assigned to. A debit on a stranger's mandate is the worst mistake, so the
 * dialog names both once more.
 */
export function CandidateList({ mandate, candidates }: { mandate: ForeignMandate; candidates: Candidate[] }) {
  const t = useTranslations("mandates");
  const named = candidates.map((candidate) => ({ candidate, contact: shortName(candidate.contactName) }));
  return (
    <ul className="mt-4 divide-y border-y" aria-label={t("candidates")}>
      {named.map(({ candidate, contact }) => (
        <li key={candidate.contactId} className="flex flex-wrap items-center justify-between gap-3 py-3">
          <CandidateSide candidate={candidate} />
          <ActionButton
            gated
            action={confirmMandateMatchAction.bind(null, {
              mandateId: mandate.mandateId,
              contactId: candidate.contactId,
            })}
            size="small"
            done={t("matchConfirmed")}
            context={contact}
            confirmTone="primary"
            confirmation={{
              title: t("assignTitle"),
              body: <p>{t("assignBody", { payer: shortName(mandate.payerName), contact })}</p>,
              confirm: t("confirmMatch"),
              cancel: t("assignCancel"),
            }}
          >
            {t("assign")}
          </ActionButton>
        </li>
      ))}
    </ul>
  );
}
