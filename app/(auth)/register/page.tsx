import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { ClientTexts } from "@/components/format/client-texts";
import { RegisterForm } from "@/components/register/register-form";
import { countryOfLocale, countryOptions } from "@/lib/accounts/registration/country-rules";
import { currentSession } from "@/lib/auth/sessions/session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("register"))("title") };
}

export default async function RegisterPage() {
  if (await currentSession()) redirect("/app");
  const t = await getTranslations("register");
  const locale = await getLocale();
  const preset = countryOfLocale((await headers()).get("accept-language"));
  return (
    <>
      <h1 className="text-2xl">{t("title")}</h1>
      <p className="mt-1 mb-8 text-muted">{t("intro")}</p>
      <ClientTexts names={["register", "password"]}>
        <RegisterForm countries={{ options: countryOptions(locale), preset }} />
      </ClientTexts>
    </>
  );
}
