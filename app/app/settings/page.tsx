import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientTexts } from "@/components/format/client-texts";
import { CollectingForm } from "@/components/settings/collecting-form";
import { ConditionsSection } from "@/components/settings/conditions-section";
import { NotificationForm } from "@/components/settings/notification-form";
import { OwnSettings } from "@/components/settings/own-settings";
import { ReminderForm } from "@/components/settings/reminder-form";
import { RetryPlanForm } from "@/components/settings/retry-form";
import { WordingForm } from "@/components/settings/wording-form";
import { PageHeading } from "@/components/ui/page-heading";
import { SettingsSection } from "@/components/ui/settings-section";
import { loadFrame, loadSettings } from "@/lib/customers/loaders";
import { loadConditions } from "@/lib/invoices/conditions/loaders";
import { loadNotificationPreferences } from "@/lib/notifications/loaders";
import { documentReferencesOf, languageNaming, marksOf } from "@/lib/vendors/rules";
import { vendorName } from "@/lib/vendors/types";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("title") };
}

export default async function SettingsPage() {
  const [frame, settings, conditions, notifications, t, plan, tn] = await Promise.all([
    loadFrame(),
    loadSettings(),
    loadConditions(),
    loadNotificationPreferences(),
    getTranslations("settings"),
    getTranslations("retryPlan"),
    getTranslations("notifications"),
  ]);
  const vendor = vendorName(frame.integration) ?? "";
  const languageHint = t(`collecting.payerLanguageHint.${languageNaming(frame.integration)}`, { vendor });
  return (
    <>
      <PageHeading title={t("title")} />
      <ClientTexts names={["settings", "retryPlan", "notifications"]}>
        <div className="space-y-8">
          {marksOf(frame.integration) === "list" ? null : (
            <ConditionsSection conditions={conditions} marks={documentReferencesOf(frame.integration)} />
          )}
          <SettingsSection title={t("collecting.title")} intro={t("collecting.intro")}>
            <CollectingForm settings={settings} languageHint={languageHint} />
          </SettingsSection>
          <SettingsSection id="retries" title={plan("title")} intro={plan("intro")}>
            <RetryPlanForm retriesReturns={settings.retriesReturns} />
          </SettingsSection>
          <SettingsSection title={t("wording.title")} intro={t("wording.intro")}>
            <WordingForm wording={settings.paymentDescription} companyName={settings.companyName} />
          </SettingsSection>
          <SettingsSection id="reminders" title={t("reminders.title")} intro={t("reminders.intro")}>
            <ReminderForm settings={settings} />
          </SettingsSection>
          <SettingsSection title={tn("title")} intro={tn("intro")} id="notifications">
            <NotificationForm preferences={notifications} />
          </SettingsSection>
          <SettingsSection title={t("own.title")} intro={t("own.intro")} flush>
            <OwnSettings />
          </SettingsSection>
        </div>
      </ClientTexts>
    </>
  );
}
