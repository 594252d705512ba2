import { useLocale, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { Pill } from "@/components/ui/pill";
import { withdrawInvitationAction } from "@/lib/accounts/actions";
import type { loadTeam } from "@/lib/accounts/loaders";
import { formatInstant } from "@/lib/core/time/dates";

type InvitationView = Awaited<ReturnType<typeof loadTeam>>["invitations"][number];

export function InvitationList({ invitations, isOwner }: { invitations: InvitationView[]; isOwner: boolean }) {
  const t = useTranslations("account");
  const locale = useLocale();
  return (
    <>
      <h3 className="border-t px-4 pt-4 text-sm font-semibold sm:px-6">{t("team.invitations")}</h3>
      <ul aria-label={t("team.invitations")} className="divide-y">
        {invitations.map(({ id, email, role, expiresAt, invitedBy }) => (
          <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-4 sm:px-6">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="min-w-0 font-medium wrap-anywhere">{email}</span>
                <Pill tone="wait">{t(`role.${role}`)}</Pill>
              </p>
              <p className="text-sm text-muted tabular-nums">
                {t("team.invitedBy", { name: invitedBy, at: formatInstant(expiresAt, locale) })}
              </p>
            </div>
            {isOwner ? (
              <ActionButton
                action={withdrawInvitationAction.bind(null, { id })}
                size="small"
                done={t("team.withdrawn")}
                context={t("team.ofEmail", { email })}
              >
                {t("team.withdraw")}
              </ActionButton>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}
