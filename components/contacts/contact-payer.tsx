import { useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { Link } from "@/components/ui/link";
import type { ContactRow } from "@/lib/contacts/loaders";
import { unshareMandateAction } from "@/lib/mandates/actions";

/** Of a contact who is the same payer as another one: whose mandate it uses, or the way to say so. */
export function ContactPayer({ row, shareHref }: { row: ContactRow; shareHref: string }) {
  const t = useTranslations("contacts");
  if (row.shared) {
    const { payer, reference, accountHint } = row.shared;
    return (
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="min-w-0 break-words">
          {t("shared", { payer })}
          <span className="text-muted"> · {[reference, accountHint].filter(Boolean).join(" · ")}</span>
        </span>
        <ActionButton
          size="small"
          tone="quiet"
          action={unshareMandateAction.bind(null, { contactId: row.id })}
          done={t("sharedUndone", { name: row.name })}
          context={t("ofContact", { name: row.name })}
          confirmation={{
            title: t("sharedUndoTitle"),
            body: <p>{t("sharedUndoBody", { name: row.name, payer })}</p>,
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
      scroll={false}
      className="inline-flex min-h-11 items-center text-sm text-muted hover:text-ink hover:underline sm:min-h-7"
    >
      {t("samePayer")}
      <span className="sr-only"> {t("ofContact", { name: row.name })}</span>
    </Link>
  );
}
