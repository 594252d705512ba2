import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PasskeyList } from "@/components/account/passkey-list";
import { PasswordForm } from "@/components/account/password-form";
import { SessionList } from "@/components/account/session-list";
import { TwoFactor } from "@/components/account/two-factor";
import { AddressSection } from "@/components/address/address-section";
import { Banner } from "@/components/ui/banner";
import { SettingsSection } from "@/components/ui/settings-section";
import { loadSecurity } from "@/lib/accounts/loaders";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("tabs.security") };
}

export default async function SecurityPage({ searchParams }: { searchParams: Promise<{ after?: string }> }) {
  const [{ after }, { email, twoFactorEnabledAt, recoveryCodes, passkeys, sessions }, t] = await Promise.all([
    searchParams,
    loadSecurity(),
    getTranslations("account"),
  ]);
  return (
    <>
      {after === "reset" ? (
        <Banner tone="wait" title={t("afterReset.title")} live>
          {t("afterReset.text")}
        </Banner>
      ) : null}
      <SettingsSection title={t("address.title")} intro={t("address.intro")}>
        <AddressSection email={email} />
      </SettingsSection>
      <SettingsSection title={t("password.title")} intro={t("password.intro")}>
        <PasswordForm email={email} />
      </SettingsSection>
      <SettingsSection id="two-factor" title={t("twoFactor.title")} intro={t("twoFactor.intro")}>
        <TwoFactor email={email} enabledAt={twoFactorEnabledAt?.toISOString() ?? null} codesLeft={recoveryCodes} />
      </SettingsSection>
      <SettingsSection id="passkeys" title={t("passkeys.title")} intro={t("passkeys.intro")} flush>
        <PasskeyList passkeys={passkeys} />
      </SettingsSection>
      <SettingsSection title={t("sessions.title")} intro={t("sessions.intro")} flush>
        <SessionList sessions={sessions} />
      </SettingsSection>
    </>
  );
}
