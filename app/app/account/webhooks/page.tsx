import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SettingsSection } from "@/components/ui/settings-section";
import { EndpointList } from "@/components/webhooks/endpoint-list";
import { NewEndpoint } from "@/components/webhooks/new-endpoint";
import { loadWebhooks } from "@/lib/webhooks/loaders";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("tabs.webhooks") };
}

export default async function WebhooksPage() {
  const [endpoints, t] = await Promise.all([loadWebhooks(), getTranslations("account.webhooks")]);
  if (!endpoints)
    return (
      <SettingsSection title={t("title")} intro={t("intro")}>
        <p className="text-muted">{t("ownersOnly")}</p>
      </SettingsSection>
    );
  return (
    <>
      <SettingsSection title={t("title")} intro={t("intro")} flush>
        <EndpointList endpoints={endpoints} />
      </SettingsSection>
      <SettingsSection title={t("addTitle")} intro={t("urlHint")}>
        <NewEndpoint />
      </SettingsSection>
    </>
  );
}
