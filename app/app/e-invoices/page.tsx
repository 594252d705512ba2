import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SettingsForm } from "@/components/e-invoices/settings-form";
import { ClientTexts } from "@/components/format/client-texts";
import { PageHeading } from "@/components/ui/page-heading";
import { SettingsSection } from "@/components/ui/settings-section";
import { loadEInvoiceSettings } from "@/lib/e-invoices/settings/loaders";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("eInvoices"))("title") };
}

export default async function EInvoicesPage() {
  const [{ isInUse, form }, t] = await Promise.all([loadEInvoiceSettings(), getTranslations("eInvoices")]);
  return (
    <>
      <PageHeading title={t("title")} intro={t("intro")} />
      <ClientTexts names={["eInvoices"]}>
        <SettingsSection id="settings" title={t("settings.title")} intro={t("settings.intro")}>
          <SettingsForm settings={form} isInUse={isInUse} />
        </SettingsSection>
      </ClientTexts>
    </>
  );
}
