import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { PayerLink } from "@/components/contacts/payer-link";
import { Name } from "@/components/format/name";
import { cx } from "@/components/ui/class-names";
import type { Candidate, ForeignMandate } from "@/lib/mandates/matching/loaders";
import { mandateLabel } from "@/lib/mandates/rules";

/** Shows the payer of a mandate as GoCardless knows them. */
export function MandateSide({ mandate }: { mandate: ForeignMandate }) {
  const t = useTranslations("mandates");
  return (
    <div className="min-w-0">
      <p className="text-xs text-muted">{t("atProvider")}</p>
      <p className="font-medium break-words hyphens-auto">
        <Name text={mandate.payerName || "–"} />
      </p>
      <p className="text-sm break-all text-muted">
        <Name text={mandate.payerEmail || "–"} />
      </p>
      <p className="text-sm break-all text-muted">
        <Name text={mandateLabel(mandate)} />
      </p>
    </div>
  );
}

/** Shows a contact for comparison: each line says in text, not only by colour, whether it agrees with the mandate. */
export function CandidateSide({ candidate }: { candidate: Candidate }) {
  const t = useTranslations("mandates");
  return (
    <div className="min-w-0">
      <p className="text-xs text-muted">{t("inBooks")}</p>
      <p className="font-medium break-words hyphens-auto">
        <PayerLink id={candidate.contactId} name={candidate.contactName || "–"} />{" "}
        <Agreement isSame={candidate.sameName} />
      </p>
      <p className="text-sm break-all text-muted">
        <Name text={candidate.contactEmail ?? t("noEmail")} /> <Agreement isSame={candidate.sameEmail} />
      </p>
      {candidate.contactCity ? (
        <p className="text-sm break-words text-muted">
          <Name text={candidate.contactCity} />
        </p>
      ) : null}
    </div>
  );
}

function Agreement({ isSame }: { isSame: boolean }) {
  const t = useTranslations("mandates");
  const Icon = isSame ? Check : X;
  return (
    <span
      className={cx(
        "inline-flex items-center gap-0.5 text-xs font-normal whitespace-nowrap",
        isSame ? "text-good" : "text-bad",
      )}
    >
      <Icon aria-hidden="true" strokeWidth={1.5} className="size-3.5" />
      {t(isSame ? "agrees" : "differs")}
    </span>
  );
}
