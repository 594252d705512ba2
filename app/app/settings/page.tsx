import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientTexts } from "@/components/format/client-texts";
import { CollectingForm } from "@/components/settings/collecting-form";
import { ReminderForm } from "@/components/settings/reminder-form";
import { WordingForm } from "@/components/settings/wording-form";
import { PageHeading } from "@/components/ui/page-heading";
import { SettingsSection } from "@/components/ui/settings-section";
import { loadSettings } from "@/lib/customers/loaders";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("title") };
}

export default async function SettingsPage() {
  const [settings, t] = await Promise.all([loadSettings(), getTranslations("settings")]);
  return (
    <>
      <PageHeading title={t("title")} />
      <ClientTexts names={["settings"]}>
        <div className="space-y-8">
          <SettingsSection title={t("collecting.title")} intro={t("collecting.intro")}>
            <CollectingForm settings={settings} />
          </SettingsSection>
          <SettingsSection title={t("wording.title")} intro={t("wording.intro")}>
            <WordingForm wording={settings.paymentDescription} companyName={settings.companyName} />
          </SettingsSection>
          <SettingsSection id="reminders" title={t("reminders.title")} intro={t("reminders.intro")}>
            <ReminderForm settings={settings} />
          </SettingsSection>
        </div>
      </ClientTexts>
    </>
  );
}
