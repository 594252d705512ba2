import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AccountTabs } from "@/components/account/account-tabs";
import { MayChangeProvider } from "@/components/action/may-change";
import { ClientTexts } from "@/components/format/client-texts";

export default async function AccountLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations("account");
  return (
    <ClientTexts names={["account", "password", "register"]}>
      <h1 className="mb-3 text-xl">{t("title")}</h1>
      <AccountTabs />
      {/* Even a person who may only read can change their own password and sessions; the firm's data is offered to
          owners only. */}
      <MayChangeProvider mayChange>
        <div className="space-y-6 lg:space-y-8">{children}</div>
      </MayChangeProvider>
    </ClientTexts>
  );
}
