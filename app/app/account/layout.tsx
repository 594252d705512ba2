import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { MayChangeProvider } from "@/components/action/may-change";
import { ClientTexts } from "@/components/format/client-texts";
import { PageTabs } from "@/components/ui/page-tabs";

const TABS = [
  { key: "profile", href: "/app/account" },
  { key: "security", href: "/app/account/security" },
  { key: "team", href: "/app/account/team" },
  { key: "api", href: "/app/account/api" },
  { key: "webhooks", href: "/app/account/webhooks" },
  { key: "data", href: "/app/account/data" },
] as const;

export default async function AccountLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations("account");
  return (
    <ClientTexts names={["account", "password", "register"]}>
      <h1 className="mb-3 text-xl">{t("title")}</h1>
      <PageTabs label={t("nav")} tabs={TABS.map(({ key, href }) => ({ href, label: t(`tabs.${key}`) }))} />
      {/* Even a person who may only read can change their own password and sessions; the firm's data is offered to
          owners only. */}
      <MayChangeProvider mayChange>
        <div className="space-y-6 lg:space-y-8">{children}</div>
      </MayChangeProvider>
    </ClientTexts>
  );
}
