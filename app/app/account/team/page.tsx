import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { InvitationList } from "@/components/account/invitation-list";
import { InviteForm } from "@/components/account/invite-form";
import { MemberList } from "@/components/account/member-list";
import { OtherAccounts } from "@/components/account/other-accounts";
import { SettingsSection } from "@/components/ui/settings-section";
import { loadOtherAccounts, loadTeam } from "@/lib/accounts/loaders";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("tabs.team") };
}

export default async function TeamPage() {
  const [{ members, invitations, isOwner }, others, t] = await Promise.all([
    loadTeam(),
    loadOtherAccounts(),
    getTranslations("account"),
  ]);
  return (
    <>
      <SettingsSection title={t("team.title")} intro={t("team.intro")} flush>
        <MemberList members={members} isOwner={isOwner} />
        {invitations.length > 0 ? <InvitationList invitations={invitations} isOwner={isOwner} /> : null}
      </SettingsSection>
      {isOwner ? (
        <SettingsSection title={t("team.inviteTitle")} intro={t("team.inviteIntro")}>
          <InviteForm />
        </SettingsSection>
      ) : null}
      {others.length > 0 ? (
        <SettingsSection title={t("team.othersTitle")} intro={t("team.othersIntro")} flush>
          <OtherAccounts accounts={others} />
        </SettingsSection>
      ) : null}
    </>
  );
}
