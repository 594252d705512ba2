import { useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { Name } from "@/components/format/name";
import { Link } from "@/components/ui/link";
import { shortName } from "@/lib/core/text/sanitise";
import { unshareMandateAction } from "@/lib/mandates/actions";
import { mandateLabel } from "@/lib/mandates/rules";
import type { ContactRow } from "@/lib/payers/loaders";
import { PayerLink } from "./payer-link";

/**
 * For a contact who is the same payer as another one: shows whose mandate it uses, or lets the supplier link the two.
 */
export function ContactPayer({ row, shareHref }: { row: ContactRow; shareHref: string }) {
  const t = useTranslations("contacts");
  const name = shortName(row.name);
  const { shared } = row;
  if (shared) {
    const payer = shortName(shared.payer);
    return (
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="min-w-0 break-words">
          {t.rich("sharedOf", {
            payer: () => <PayerLink id={shared.contactId} name={shared.payer} />,
          })}
          <span className="text-muted">
            {" · "}
            <Name text={mandateLabel(shared)} />
          </span>
        </span>
        <ActionButton
          size="small"
          tone="quiet"
          action={unshareMandateAction.bind(null, { contactId: row.id })}
          done={t("sharedUndone", { name })}
          context={t("ofContact", { name })}
          confirmation={{
            title: t("sharedUndoTitle"),
            body: <p>{t("sharedUndoBody", { name, payer })}</p>,
            confirm: t("sharedUndo"),
            cancel: t("sharedKeep"),
          }}
        >
          {t("sharedUndo")}
        </ActionButton>
      </div>
    );
  }
  if (row.state === "mandate") return null;
  return (
    <Link
      href={shareHref}
      className="inline-flex min-h-11 items-center text-sm text-action underline underline-offset-2 sm:min-h-7"
    >
      {t("samePayer")}
      <span className="sr-only"> {t("ofContact", { name })}</span>
    </Link>
  );
}
