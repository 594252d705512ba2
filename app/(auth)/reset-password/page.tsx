import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientTexts } from "@/components/format/client-texts";
import { ResetForm } from "@/components/password/reset-form";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { loadResetLink } from "@/lib/accounts/public/loaders";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("password"))("resetTitle"), referrer: "no-referrer" };
}

export default async function ResetPasswordPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { jwtToken } = await searchParams;
  const token = typeof jwtToken === "string" ? jwtToken : "";
  const t = await getTranslations("password");
  if (!(await loadResetLink(token)))
    return (
      <>
        <h1 className="text-2xl">{t("expiredTitle")}</h1>
        <p className="mt-1 mb-8 text-muted">{t("expiredText")}</p>
        <Link href="/forgotten-password" className={buttonClass("primary")}>
          {t("askAgain")}
        </Link>
      </>
    );
  return (
    <>
      <h1 className="text-2xl">{t("resetTitle")}</h1>
      <p className="mt-1 mb-8 text-muted">{t("resetIntro")}</p>
      <ClientTexts names={["password"]}>
        <ResetForm token={token} />
      </ClientTexts>
    </>
  );
}
