import { getTranslations } from "next-intl/server";
import { ClientTexts } from "@/components/format/client-texts";
import { CollectingForm } from "@/components/settings/collecting-form";
import { ConditionsSection } from "@/components/settings/conditions-section";
import { NotificationForm } from "@/components/settings/notification-form";
import { OwnSettings } from "@/components/settings/own-settings";
import { ReminderForm } from "@/components/settings/reminder-form";
import { RetryPlanForm } from "@/components/settings/retry-form";
import { SECTIONS, type Section } from "@/components/settings/sections";
import { WordingForm } from "@/components/settings/wording-form";
import { PageHeading } from "@/components/ui/page-heading";
import { PageTabs } from "@/components/ui/page-tabs";
import { SettingsSection } from "@/components/ui/settings-section";
import { loadFrame, loadSettings } from "@/lib/customers/loaders";
import { loadConditions } from "@/lib/invoices/conditions/loaders";
import { loadNotificationPreferences } from "@/lib/notifications/loaders";
import { documentReferencesOf, languageNaming, marksOf } from "@/lib/vendors/rules";
import { vendorName } from "@/lib/vendors/types";

/** Shows the settings: all sections, or only one. */
export async function SettingsView({ only }: { only?: Section }) {
  const t = await getTranslations("settings");
  const tabs = [
    { href: "/app/settings", label: t("tabs.all") },
    ...SECTIONS.map((section) => ({ href: `/app/settings/${section}`, label: t(`tabs.${section}`) })),
  ];
  return (
    <>
      <PageHeading title={t("title")} />
      <PageTabs label={t("nav")} tabs={tabs} />
      <ClientTexts names={["settings", "retryPlan", "notifications"]}>
        <div className="space-y-8">
          {SECTIONS.filter((section) => !only || section === only).map((section) => {
            const Content = CONTENTS[section];
            return <Content key={section} />;
          })}
        </div>
      </ClientTexts>
    </>
  );
}

async function Collecting() {
  const [frame, settings, t] = await Promise.all([loadFrame(), loadSettings(), getTranslations("settings.collecting")]);
  const vendor = vendorName(frame.integration) ?? "";
  return (
    <>
      {marksOf(frame.integration) === "list" ? null : (
        <ConditionsSection
          conditions={await loadConditions()}
          marks={documentReferencesOf(frame.integration)}
          vendor={vendorName(frame.integration)}
        />
      )}
      <SettingsSection title={t("title")} intro={t("intro")}>
        <CollectingForm
          settings={settings}
          languageHint={t(`payerLanguageHint.${languageNaming(frame.integration)}`, { vendor })}
        />
      </SettingsSection>
    </>
  );
}

async function Returns() {
  const [{ retriesReturns }, t] = await Promise.all([loadSettings(), getTranslations("retryPlan")]);
  return (
    <SettingsSection id="retries" title={t("title")} intro={t("intro")}>
      <RetryPlanForm retriesReturns={retriesReturns} />
    </SettingsSection>
  );
}

async function Reference() {
  const [settings, t] = await Promise.all([loadSettings(), getTranslations("settings.wording")]);
  return (
    <SettingsSection title={t("title")} intro={t("intro")}>
      <WordingForm wording={settings.paymentDescription} companyName={settings.companyName} />
    </SettingsSection>
  );
}

async function Reminders() {
  const [settings, t] = await Promise.all([loadSettings(), getTranslations("settings.reminders")]);
  return (
    <SettingsSection id="reminders" title={t("title")} intro={t("intro")}>
      <ReminderForm settings={settings} />
    </SettingsSection>
  );
}

async function Notifications() {
  const [preferences, t] = await Promise.all([loadNotificationPreferences(), getTranslations("notifications")]);
  return (
    <SettingsSection id="notifications" title={t("title")} intro={t("intro")}>
      <NotificationForm preferences={preferences} />
    </SettingsSection>
  );
}

async function Own() {
  const t = await getTranslations("settings.own");
  return (
    <SettingsSection title={t("title")} intro={t("intro")} flush>
      <OwnSettings />
    </SettingsSection>
  );
}

const CONTENTS = {
  collecting: Collecting,
  returns: Returns,
  reference: Reference,
  reminders: Reminders,
  notifications: Notifications,
  own: Own,
} satisfies Record<Section, () => Promise<React.ReactNode>>;
