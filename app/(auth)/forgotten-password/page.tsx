import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientTexts } from "@/components/format/client-texts";
import { ForgottenForm } from "@/components/password/forgotten-form";
import { Link } from "@/components/ui/link";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("password"))("forgottenTitle") };
}

export default async function ForgottenPasswordPage() {
  const t = await getTranslations("password");
  return (
    <>
      <h1 className="text-2xl">{t("forgottenTitle")}</h1>
      <p className="mt-1 mb-8 text-muted">{t("forgottenIntro")}</p>
      <ClientTexts names={["password"]}>
        <ForgottenForm />
      </ClientTexts>
      <Link href="/login" className="mt-6 text-sm text-action underline underline-offset-2">
        {t("backToLogin")}
      </Link>
    </>
  );
}
