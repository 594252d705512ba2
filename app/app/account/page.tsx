import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { CompanyFacts } from "@/components/account/company-facts";
import { CompanyForm } from "@/components/account/company-form";
import { EmailPreferences } from "@/components/account/email-preferences";
import { NameForm } from "@/components/account/name-form";
import { SettingsSection } from "@/components/ui/settings-section";
import { loadEmailPreferences, loadProfile } from "@/lib/accounts/loaders";
import { countryOptions } from "@/lib/accounts/registration/country-rules";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("tabs.profile") };
}

export default async function ProfilePage() {
  const [{ user, customer, isOwner }, preferences, t, locale] = await Promise.all([
    loadProfile(),
    loadEmailPreferences(),
    getTranslations("account"),
    getLocale(),
  ]);
  const countries = countryOptions(locale);
  const country = countries.find((option) => option.value === customer.countryCode)?.label ?? customer.countryCode;
  return (
    <>
      <SettingsSection title={t("you.title")} intro={t("you.intro")}>
        <NameForm name={user.name} email={user.email} />
      </SettingsSection>
      <SettingsSection title={t("company.title")} intro={t("company.intro")}>
        {isOwner ? (
          <CompanyForm company={customer} countries={countries} />
        ) : (
          <CompanyFacts company={customer} country={country} />
        )}
      </SettingsSection>
      <SettingsSection id="email-preferences" title={t("preferences.title")} intro={t("preferences.intro")}>
        {preferences ? (
          <EmailPreferences preferences={preferences} />
        ) : (
          <p role="alert" className="font-medium text-bad">
            {t("preferences.loadFailed")}
          </p>
        )}
      </SettingsSection>
    </>
  );
}
