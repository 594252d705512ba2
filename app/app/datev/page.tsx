import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { AccountsSection } from "@/components/datev/accounts-section";
import { FileForm } from "@/components/datev/file-form";
import { ImportList } from "@/components/datev/import-list";
import { MonthList } from "@/components/datev/month-list";
import { SettingsForm } from "@/components/datev/settings-form";
import { SignInSection } from "@/components/datev/sign-in-section";
import { ClientTexts } from "@/components/format/client-texts";
import { Banner } from "@/components/ui/banner";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "@/components/ui/page-heading";
import { SettingsSection } from "@/components/ui/settings-section";
import { formatInstant } from "@/lib/core/time/dates";
import { loadOtherAccounts } from "@/lib/datev/account/loaders";
import { loadMonths } from "@/lib/datev/batch/loaders";
import { loadDatev, loadImports } from "@/lib/datev/loaders";
import { FRESH_DAYS } from "@/lib/vendors/rules";

export const metadata: Metadata = { title: "DATEV" };

export default async function DatevPage() {
  const [view, imports, months, accounts, t, locale] = await Promise.all([
    loadDatev(),
    loadImports(),
    loadMonths(),
    loadOtherAccounts(),
    getTranslations("datev"),
    getLocale(),
  ]);
  const { isInUse, isByFile, isHandingOver, settings, upload, openItemsReadAt } = view;
  const readAt = openItemsReadAt ? formatInstant(new Date(openItemsReadAt), locale) : undefined;
  return (
    <>
      <PageHeading
        title="DATEV"
        intro={t(isInUse ? "page.intro" : isByFile ? "page.introExport" : "page.introUnused")}
      />
      <ClientTexts names={["datev"]}>
        <div className="space-y-8">
          {isInUse ? (
            <SettingsSection id="import" title={t("import.title")} intro={t("import.intro")} flush>
              {readAt && !view.isOutdated ? (
                <p className="border-b px-4 py-4 sm:px-6">{t("import.lastList", { at: readAt })}</p>
              ) : (
                <div className="p-4">
                  <Banner
                    tone="wait"
                    title={readAt ? t("import.outdated", { at: readAt, days: FRESH_DAYS }) : t("import.never")}
                  >
                    {t(readAt ? "import.outdatedText" : "import.neverText")}
                  </Banner>
                </div>
              )}
              <div className="divide-y">
                <FileForm kind="debtors" hint={t("import.debtorsHint")} />
                <FileForm kind="open_items" hint={t("import.openItemsHint")} />
              </div>
              {imports.length > 0 ? (
                <div className="border-t">
                  <ImportList rows={imports} />
                </div>
              ) : null}
            </SettingsSection>
          ) : null}
          {isHandingOver ? (
            <SettingsSection id="export" title={t("export.title")} intro={t("export.intro")} flush>
              {months.length > 0 ? (
                <MonthList months={months} upload={upload} />
              ) : (
                <EmptyState text={t("export.empty")} />
              )}
            </SettingsSection>
          ) : null}
          {isInUse ? (
            <>
              {accounts.length > 1 ? (
                <SettingsSection id="accounts" title={t("accounts.title")} intro={t("accounts.intro")}>
                  <AccountsSection accounts={accounts} />
                </SettingsSection>
              ) : null}
              {upload === "impossible" ? null : (
                <SettingsSection id="sign-in" title={t("signIn.title")} intro={t("signIn.intro")}>
                  <SignInSection isSignedIn={upload === "signed_in"} />
                </SettingsSection>
              )}
            </>
          ) : null}
          <SettingsSection id="settings" title={t("settings.title")} intro={t("settings.intro")}>
            <SettingsForm settings={settings} isInUse={isByFile} />
          </SettingsSection>
        </div>
      </ClientTexts>
    </>
  );
}
