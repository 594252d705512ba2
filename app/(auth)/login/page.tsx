import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { LoginForm } from "@/components/login/login-form";
import { safeReturnPath } from "@/components/login/return-path";
import { currentSession } from "@/lib/auth/sessions/session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("login"))("title") };
}

export default async function LoginPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { path } = await searchParams;
  const returnPath = safeReturnPath(typeof path === "string" ? path : undefined);
  if (await currentSession()) redirect(returnPath);
  const t = await getTranslations("login");
  return (
    <>
      <h1 className="text-2xl">{t("title")}</h1>
      <p className="mt-1 mb-8 text-muted">{t("intro")}</p>
      <LoginForm returnPath={returnPath} />
    </>
  );
}
