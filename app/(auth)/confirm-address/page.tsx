import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AddressLinkForm } from "@/components/address/address-link-form";
import { ClientTexts } from "@/components/format/client-texts";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { loadAddressLink } from "@/lib/accounts/public/loaders";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("confirmAddress"))("proof.title"), referrer: "no-referrer" };
}

export default async function ConfirmAddressPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const query = await searchParams;
  const token = typeof query.token === "string" ? query.token : "";
  const [{ link, isProven }, t] = await Promise.all([loadAddressLink(token), getTranslations("confirmAddress")]);
  if (!link)
    return (
      <>
        <h1 className="text-2xl">{t(isProven ? "alreadyTitle" : "expiredTitle")}</h1>
        {isProven ? null : <p className="mt-1 text-muted">{t("expiredText")}</p>}
        <Link href="/app" className={buttonClass("primary", "normal", "mt-8")}>
          {t(isProven ? "continue" : "logIn")}
        </Link>
      </>
    );
  return (
    <ClientTexts names={["confirmAddress"]}>
      <AddressLinkForm token={token} {...link} />
    </ClientTexts>
  );
}
