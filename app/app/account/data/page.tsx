import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Closing } from "@/components/account/closing";
import { ExportButton } from "@/components/account/export-button";
import { SettingsSection } from "@/components/ui/settings-section";
import { loadClosing } from "@/lib/privacy/closing/loaders";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("tabs.data") };
}

export default async function DataPage() {
  const [closing, t] = await Promise.all([loadClosing(), getTranslations("account.data")]);
  return (
    <>
      <SettingsSection title={t("exportTitle")} intro={t("exportIntro")}>
        <p className="prose-width mb-5">{t("exportText")}</p>
        {closing.isOwner ? <ExportButton /> : <p className="text-sm text-muted">{t("ownerOnly")}</p>}
      </SettingsSection>
      {closing.isOwner ? (
        <SettingsSection title={t("closeTitle")} intro={t("closeIntro")}>
          <Closing closing={closing} />
        </SettingsSection>
      ) : null}
    </>
  );
}
