import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientTexts } from "@/components/format/client-texts";
import { AcceptInvitation, JoinForm } from "@/components/team/join-form";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { loadInvitation } from "@/lib/accounts/public/loaders";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("invitation"))("join"), referrer: "no-referrer" };
}

export default async function InvitationPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const query = await searchParams;
  const token = typeof query.token === "string" ? query.token : "";
  const t = await getTranslations("invitation");
  const invitation = await loadInvitation(token);
  if (!invitation)
    return (
      <>
        <h1 className="text-2xl">{t("expiredTitle")}</h1>
        <p className="mt-1 text-muted">{t("expiredText")}</p>
      </>
    );
  const { companyName, invitedBy, role, email, hasAccount, signedIn } = invitation;
  return (
    <>
      <h1 className="text-2xl">{t("title", { company: companyName })}</h1>
      <p className="mt-1 mb-8 text-muted">{t("intro", { inviter: invitedBy, role: t(`role.${role}`) })}</p>
      <ClientTexts names={["invitation", "register", "password"]}>
        {!hasAccount ? <JoinForm token={token} email={email} /> : null}
        {hasAccount && signedIn?.isInvited ? (
          <>
            <p className="mb-4">{t("signedInAs", { name: signedIn.name })}</p>
            <AcceptInvitation token={token} />
          </>
        ) : null}
      </ClientTexts>
      {hasAccount && signedIn && !signedIn.isInvited ? <p>{t("wrongAccount", { email })}</p> : null}
      {hasAccount && !signedIn ? (
        <>
          <p className="mb-4">{t("hasAccount", { email })}</p>
          <Link
            href={`/login?path=${encodeURIComponent(`/invitation?token=${token}`)}`}
            className={buttonClass("primary")}
          >
            {t("logIn")}
          </Link>
        </>
      ) : null}
    </>
  );
}
