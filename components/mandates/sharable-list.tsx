import { useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { Name } from "@/components/format/name";
import { shortName } from "@/lib/core/text/sanitise";
import { shareMandateAction } from "@/lib/mandates/actions";
import { mandateLabel } from "@/lib/mandates/rules";
import type { Sharable } from "@/lib/mandates/sharing/loaders";
import { CandidateSide } from "./match-side";

/**
 * Lists the contacts whose mandate another contact can use. That mandate debits somebody's account, so the dialog names
 * both once more.
 */
export function SharableList({
  contact,
  candidates,
}: {
  contact: { id: string; name: string };
  candidates: Sharable[];
}) {
  const t = useTranslations("contacts");
  return (
    <ul className="mt-4 divide-y border-y" aria-label={t("shareList")}>
      {candidates.map((candidate) => {
        const { mandateId, reference, contactName } = candidate;
        const payer = shortName(contactName);
        const names = { name: shortName(contact.name), payer };
        return (
          <li key={mandateId} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <CandidateSide candidate={candidate} />
              <p className="text-sm break-all text-muted">
                <Name text={mandateLabel(candidate)} />
              </p>
            </div>
            <ActionButton
              gated
              action={shareMandateAction.bind(null, { mandateId, contactId: contact.id })}
              size="small"
              done={t("shareDone", names)}
              context={payer}
              confirmTone="primary"
              confirmation={{
                title: t("shareAsk"),
                body: <p>{t("shareBody", { ...names, reference: shortName(reference) })}</p>,
                confirm: t("shareUse"),
                cancel: t("shareCancel"),
              }}
            >
              {t("shareUse")}
            </ActionButton>
          </li>
        );
      })}
    </ul>
  );
}
