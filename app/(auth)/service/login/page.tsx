import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ClientTexts } from "@/components/format/client-texts";
import { ConfirmLink } from "@/components/login/confirm-link";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { loadSignInLink, type ShownLink } from "@/lib/accounts/public/loaders";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("serviceLogin"))("pageTitle"), referrer: "no-referrer" };
}

/**
 * The page behind a sign-in link. Opening it signs nobody in: it names the account, and the person confirms with a
 * button.
 */
export default async function ServiceLoginPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { jwtToken, userId, customerId } = await searchParams;
  if (!isGiven(jwtToken) || !isGiven(userId) || !isGiven(customerId)) redirect("/login");
  const link = { jwtToken, userId, customerId };
  const shown = await loadSignInLink(link);
  if (!shown.opens) return <UsedLink current={shown.current} />;
  const t = await getTranslations("serviceLogin");
  const { name, company } = shown.opens;
  const { current } = shown;
  return (
    <>
      <h1 className="text-2xl text-balance wrap-anywhere">{t("title", { name, company })}</h1>
      <p className="mt-1 mb-6 text-muted">{t("intro")}</p>
      {current ? (
        <p className="mb-6 rounded-control bg-wait-soft px-3 py-2.5 text-sm wrap-anywhere">
          {t("replaces", { name: current.name, company: current.company })}
        </p>
      ) : null}
      <ClientTexts names={["serviceLogin"]}>
        <ConfirmLink link={link} />
      </ClientTexts>
      <Link href={current ? "/app" : "/login"} className={buttonClass("plain", "normal", "mt-3 w-full")}>
        {current ? t("stay") : t("other")}
      </Link>
    </>
  );
}

async function UsedLink({ current }: Pick<ShownLink, "current">) {
  const t = await getTranslations("serviceLogin");
  return (
    <>
      <h1 className="text-2xl">{t("usedTitle")}</h1>
      <p className="mt-1 mb-8 text-muted">{t("usedText")}</p>
      {current ? (
        <p className="mb-4 wrap-anywhere">{t("signedInAs", { name: current.name, company: current.company })}</p>
      ) : null}
      <Link href={current ? "/app" : "/login"} className={buttonClass("primary")}>
        {current ? t("toApp") : t("toLogin")}
      </Link>
    </>
  );
}

function isGiven(value: string | string[] | undefined): value is string {
  return typeof value === "string" && value !== "";
}
