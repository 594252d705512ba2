import { useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { Name } from "@/components/format/name";
import { shortName } from "@/lib/core/text/sanitise";
import { chooseMandateAction } from "@/lib/mandates/actions";
import { mandateLabel } from "@/lib/mandates/rules";
import { setMandateEmailAction } from "@/lib/payers/actions";
import type { ContactRow } from "@/lib/payers/loaders";

/**
 * Lets the supplier choose where the accounting system holds several addresses or GoCardless several mandates. Renders
 * nothing when there is no choice.
 */
export function ContactChoices({ row }: { row: ContactRow }) {
  const t = useTranslations("contacts");
  const mayPickAddress = row.emails.length > 1 && row.state !== "mandate";
  if (!mayPickAddress && row.choices.length === 0) return null;
  return (
    <details className="mt-1 text-sm">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-action underline underline-offset-2 sm:min-h-8">
        {t(row.choices.length > 0 ? "chooseMandate" : "chooseAddress", {
          count: row.choices.length > 0 ? row.choices.length : row.emails.length,
        })}
        <span className="sr-only"> {t("ofContact", { name: shortName(row.name) })}</span>
      </summary>
      <ul className="mt-1 space-y-2">
        {row.choices.map((mandate) => (
          <li key={mandate.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Name text={mandateLabel(mandate)} className="min-w-0 break-all" />
            {mandate.isDefault ? (
              <span className="text-good">{t("isDefault")}</span>
            ) : (
              <ActionButton
                gated
                size="small"
                action={chooseMandateAction.bind(null, { mandateId: mandate.id })}
                done={t("mandateChosen")}
                context={shortName(mandate.reference)}
              >
                {t("use")}
              </ActionButton>
            )}
          </li>
        ))}
        {mayPickAddress
          ? row.emails.map((email) => (
              <li key={email} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Name text={email} className="min-w-0 break-all" />
                {email === row.mandateEmail ? (
                  <span className="text-good">{t("getsMails")}</span>
                ) : (
                  <ActionButton
                    gated
                    size="small"
                    action={setMandateEmailAction.bind(null, { contactId: row.id, email })}
                    done={t("addressChosen", { email: shortName(email) })}
                    context={email}
                  >
                    {t("use")}
                  </ActionButton>
                )}
              </li>
            ))
          : null}
      </ul>
    </details>
  );
}
