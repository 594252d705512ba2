import { useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { CopyButton } from "@/components/ui/copy-button";
import { shortName } from "@/lib/core/text/sanitise";
import { replaceMandateAction, requestMandateAction } from "@/lib/mandates/actions";
import { clearDeceasedAction, setAlwaysCollectedAction, setContactExcludedAction } from "@/lib/payers/actions";
import type { ContactRow } from "@/lib/payers/loaders";
import { ExcludeContact } from "./exclude-contact";

export function ContactActions({ row }: { row: ContactRow }) {
  const t = useTranslations("contacts");
  const name = shortName(row.name);
  const context = t("ofContact", { name });
  const mayBeAsked = !row.isDeceased && (row.state === "none" || row.state === "lost");
  const ask = (byMail: boolean) => requestMandateAction.bind(null, { contactId: row.id, byMail });
  return (
    <div className="flex flex-wrap gap-2 xl:justify-end">
      {row.link ? <CopyButton text={row.link} label={t("copyLink")} done={t("copied")} context={context} /> : null}
      {(mayBeAsked || (row.isLinkOnly && !row.isDeceased)) && row.mandateEmail ? (
        <ActionButton
          gated
          action={ask(true)}
          size="small"
          done={t("asked", { email: shortName(row.mandateEmail) })}
          context={context}
        >
          {t("ask")}
        </ActionButton>
      ) : null}
      {mayBeAsked ? (
        <ActionButton
          gated
          action={ask(false)}
          size="small"
          done={t("linkMade")}
          context={context}
          refusalText={t("linkFailed")}
        >
          {t("makeLink")}
        </ActionButton>
      ) : null}
      {row.state === "mandate" && !row.isDeceased && row.mandateEmail ? (
        <ActionButton
          gated
          action={replaceMandateAction.bind(null, { contactId: row.id })}
          size="small"
          tone="quiet"
          done={t("asked", { email: shortName(row.mandateEmail) })}
          context={context}
          confirmTone="primary"
          confirmation={{
            title: t("askAnotherTitle"),
            body: <p>{t("askAnotherBody", { name })}</p>,
            confirm: t("askAnother"),
            cancel: t("askAnotherNot"),
          }}
        >
          {t("askAnother")}
        </ActionButton>
      ) : null}
      {row.isDeceased ? (
        <ActionButton
          action={clearDeceasedAction.bind(null, { contactId: row.id })}
          size="small"
          done={t("deceased.cleared", { name })}
          context={context}
          confirmTone="primary"
          confirmation={{
            title: t("deceased.title"),
            body: <p>{t("deceased.body", { name })}</p>,
            confirm: t("deceased.clear"),
            cancel: t("deceased.keep"),
          }}
        >
          {t("deceased.clear")}
        </ActionButton>
      ) : null}
      {row.isAlwaysCollected === undefined ? null : <AlwaysCollected row={row} />}
      {row.isExcluded ? (
        <ActionButton
          action={setContactExcludedAction.bind(null, { contactId: row.id, isExcluded: false })}
          size="small"
          tone="quiet"
          done={t("includedDone")}
          context={context}
        >
          {t("include")}
        </ActionButton>
      ) : (
        <ExcludeContact contactId={row.id} name={name} label={t("exclude")} context={context} />
      )}
    </div>
  );
}

/** The switch for invoices that say that they are paid in another way. */
function AlwaysCollected({ row: { id: contactId, name, isAlwaysCollected = false } }: { row: ContactRow }) {
  const t = useTranslations("contacts");
  const context = t("ofContact", { name: shortName(name) });
  return (
    <ActionButton
      gated
      action={setAlwaysCollectedAction.bind(null, { contactId, isAlwaysCollected: !isAlwaysCollected })}
      size="small"
      tone="quiet"
      done={t(isAlwaysCollected ? "always.endedDone" : "always.startedDone")}
      context={context}
      confirmTone="primary"
      confirmation={
        isAlwaysCollected
          ? undefined
          : {
              title: t("always.title"),
              body: <p>{t("always.body", { name: shortName(name) })}</p>,
              confirm: t("always.start"),
              cancel: t("always.keep"),
            }
      }
    >
      {t(isAlwaysCollected ? "always.end" : "always.start")}
    </ActionButton>
  );
}
