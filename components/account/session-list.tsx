import { useLocale, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { Pill } from "@/components/ui/pill";
import { signOutOthersAction, signOutSessionAction } from "@/lib/accounts/actions";
import type { SessionView } from "@/lib/accounts/loaders";
import { formatInstant } from "@/lib/core/time/dates";

/** Lists the places where the person is signed in, the current session first. */
export function SessionList({ sessions }: { sessions: SessionView[] }) {
  const t = useTranslations("account.sessions");
  const sorted = sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return (
    <>
      <ul aria-label={t("list")} className="divide-y">
        {sorted.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <div className="border-t p-4 sm:px-6">
          <ActionButton action={signOutOthersAction.bind(null, {})} done={t("othersSignedOut")}>
            {t("signOutOthers")}
          </ActionButton>
        </div>
      ) : null}
    </>
  );
}

function SessionRow({ session }: { session: SessionView }) {
  const t = useTranslations("account.sessions");
  const locale = useLocale();
  const { id, ip, isApi, isCurrent, createdAt, lastSeenAt } = session;
  const device = session.device === "?" ? t("unknownDevice") : session.device;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-4 sm:px-6">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{device}</span>
          {isCurrent ? <Pill tone="good">{t("current")}</Pill> : null}
          {isApi ? <Pill tone="info">{t("api")}</Pill> : null}
        </p>
        <p className="mt-0.5 text-sm wrap-anywhere text-muted tabular-nums">{ip}</p>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted tabular-nums">
          <span>{t("since", { at: formatInstant(createdAt, locale) })}</span>
          <span>{t("lastSeen", { at: formatInstant(lastSeenAt, locale) })}</span>
        </p>
      </div>
      {isCurrent ? null : (
        <ActionButton
          action={signOutSessionAction.bind(null, { id })}
          size="small"
          done={t("signedOut")}
          context={t("ofDevice", { device, ip })}
        >
          {t("signOut")}
        </ActionButton>
      )}
    </li>
  );
}
