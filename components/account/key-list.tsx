import { useLocale, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { Pill } from "@/components/ui/pill";
import { revokeKeyAction } from "@/lib/accounts/keys/actions";
import type { loadKeys } from "@/lib/accounts/keys/loaders";
import { formatInstant } from "@/lib/core/time/dates";

type KeyView = NonNullable<Awaited<ReturnType<typeof loadKeys>>>["keys"][number];

/** Lists the API keys of the account, each with a button to revoke it. */
export function KeyList({ keys }: { keys: KeyView[] }) {
  const t = useTranslations("account.keys");
  if (keys.length === 0) return <p className="prose-width px-4 py-4 text-muted sm:px-6 sm:py-6">{t("none")}</p>;
  return (
    <ul aria-label={t("list")} className="divide-y">
      {keys.map((key) => (
        <KeyRow key={key.id} view={key} />
      ))}
    </ul>
  );
}

function KeyRow({ view: { id, name, scope, createdAt, lastUsedAt, madeBy } }: { view: KeyView }) {
  const t = useTranslations("account");
  const locale = useLocale();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-4 sm:px-6">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          <Pill tone={scope === "write" ? "wait" : "quiet"}>{t(`keys.scope.${scope}`)}</Pill>
        </p>
        <p className="mt-0.5 font-mono text-xs wrap-anywhere text-muted">einzug_{id}_…</p>
        <p className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-muted tabular-nums">
          <span>{t("keys.made", { at: formatInstant(createdAt, locale), name: madeBy })}</span>
          <span>
            {lastUsedAt ? t("keys.lastUsed", { at: formatInstant(lastUsedAt, locale) }) : t("keys.neverUsed")}
          </span>
        </p>
      </div>
      <ActionButton
        action={revokeKeyAction.bind(null, { id })}
        size="small"
        done={t("keys.revoked")}
        context={name}
        confirmation={{
          title: t("keys.revokeTitle", { name }),
          body: <p>{t("keys.revokeText")}</p>,
          confirm: t("keys.revokeConfirm"),
          cancel: t("cancel"),
        }}
      >
        {t("keys.revoke")}
      </ActionButton>
    </li>
  );
}
