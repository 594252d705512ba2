import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AccountTabs } from "@/components/account/account-tabs";
import { ClientTexts } from "@/components/format/client-texts";
import { PageHeading } from "@/components/ui/page-heading";

export default async function AccountLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations("account");
  return (
    <ClientTexts names={["account", "password", "register"]}>
      <PageHeading title={t("title")} />
      <AccountTabs />
      <div className="space-y-6 lg:space-y-8">{children}</div>
    </ClientTexts>
  );
}
