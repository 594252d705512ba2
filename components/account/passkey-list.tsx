import { useLocale, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { Pill } from "@/components/ui/pill";
import { deletePasskeyAction } from "@/lib/accounts/actions";
import type { loadSecurity } from "@/lib/accounts/loaders";
import { formatInstant } from "@/lib/core/time/dates";
import { AddPasskey } from "./add-passkey";

type PasskeyView = Awaited<ReturnType<typeof loadSecurity>>["passkeys"][number];

export function PasskeyList({ passkeys }: { passkeys: PasskeyView[] }) {
  const t = useTranslations("account.passkeys");
  return (
    <>
      {passkeys.length > 0 ? (
        <ul aria-label={t("list")} className="divide-y">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      ) : (
        <p className="prose-width px-4 pt-4 text-muted sm:px-6 sm:pt-6">{t("none")}</p>
      )}
      <div className={passkeys.length > 0 ? "border-t p-4 sm:px-6" : "p-4 sm:p-6 sm:pt-4"}>
        <AddPasskey />
      </div>
    </>
  );
}

function PasskeyRow({ passkey: { id, name, isSynced, createdAt, lastUsedAt } }: { passkey: PasskeyView }) {
  const t = useTranslations("account");
  const locale = useLocale();
  const shown = name === "?" ? t("passkeys.unknownDevice") : name;
  const used = lastUsedAt ? t("passkeys.lastUsed", { at: formatInstant(lastUsedAt, locale) }) : t("passkeys.neverUsed");
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-4 sm:px-6">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{shown}</span>
          {isSynced ? (
            <Pill tone="info" hint={t("passkeys.syncedHint")}>
              {t("passkeys.synced")}
            </Pill>
          ) : (
            <Pill tone="quiet" hint={t("passkeys.thisDeviceHint")}>
              {t("passkeys.thisDevice")}
            </Pill>
          )}
        </div>
        <p className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-muted tabular-nums">
          <span>{t("passkeys.created", { at: formatInstant(createdAt, locale) })}</span>
          <span>{used}</span>
        </p>
      </div>
      <ActionButton
        action={deletePasskeyAction.bind(null, { id })}
        size="small"
        done={t("passkeys.deleted")}
        context={t("passkeys.ofDevice", { name: shown })}
        confirmation={{
          title: t("passkeys.deleteTitle"),
          body: <p>{t("passkeys.deleteText", { name: shown })}</p>,
          confirm: t("passkeys.deleteConfirm"),
          cancel: t("cancel"),
        }}
      >
        {t("passkeys.delete")}
      </ActionButton>
    </li>
  );
}
