import { useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { Pill } from "@/components/ui/pill";
import { removeMemberAction } from "@/lib/accounts/actions";
import type { loadTeam } from "@/lib/accounts/loaders";
import { RoleForm } from "./role-form";

type MemberView = Awaited<ReturnType<typeof loadTeam>>["members"][number];

/** Lists the members of the account with the rights of each. Only owners can change it. */
export function MemberList({ members, isOwner }: { members: MemberView[]; isOwner: boolean }) {
  const t = useTranslations("account");
  // The only owner can neither leave nor step down; the server would refuse both.
  const isOnlyOwner = members.filter((member) => member.role === "owner").length === 1;
  const mayChange = (member: MemberView) => isOwner && !(member.isSelf && isOnlyOwner);
  return (
    <ul aria-label={t("team.list")} className="divide-y">
      {members.map((member) => (
        <li key={member.id} className="space-y-3 px-4 py-4 sm:px-6">
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="min-w-0 font-medium break-words">{member.name}</span>
                {member.isSelf ? <Pill tone="info">{t("team.you")}</Pill> : null}
              </p>
              <p className="text-sm wrap-anywhere text-muted">{member.email}</p>
            </div>
            {mayChange(member) ? <RemoveButton member={member} /> : null}
          </div>
          {mayChange(member) ? (
            <RoleForm userId={member.id} name={member.name} role={member.role} isSelf={member.isSelf} />
          ) : (
            <p className="text-sm">
              <span className="font-medium">{t(`role.${member.role}`)}.</span>{" "}
              <span className="text-muted">{t(`team.roleText.${member.role}`)}</span>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function RemoveButton({ member: { id, name, isSelf } }: { member: MemberView }) {
  const t = useTranslations("account");
  const what = isSelf ? "leave" : "remove";
  return (
    <ActionButton
      action={removeMemberAction.bind(null, { userId: id })}
      size="small"
      done={isSelf ? undefined : t("team.removed", { name })}
      context={isSelf ? undefined : name}
      confirmation={{
        title: t(`team.${what}Title`, { name }),
        body: <p>{t(`team.${what}Text`, { name })}</p>,
        confirm: t(`team.${what}Confirm`),
        cancel: t("cancel"),
      }}
    >
      {t(`team.${what}`)}
    </ActionButton>
  );
}
