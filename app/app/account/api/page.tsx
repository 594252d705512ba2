import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { KeyList } from "@/components/account/key-list";
import { NewKey } from "@/components/account/new-key";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { SettingsSection } from "@/components/ui/settings-section";
import { loadKeys } from "@/lib/accounts/keys/loaders";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("tabs.api") };
}

export default async function ApiPage() {
  const [access, t] = await Promise.all([loadKeys(), getTranslations("account.keys")]);
  if (!access)
    return (
      <SettingsSection title={t("title")} intro={t("intro")}>
        <p className="text-muted">{t("ownersOnly")}</p>
      </SettingsSection>
    );
  return (
    <>
      <SettingsSection title={t("title")} intro={t("intro")} flush>
        <KeyList keys={access.keys} />
        <NewKey />
      </SettingsSection>
      <SettingsSection
        title={t("accountId")}
        intro={
          <>
            <p>{t("accountIdIntro")}</p>
            <Link
              href="/api-docs"
              className="mt-1 inline-flex min-h-11 items-center text-action underline underline-offset-2 sm:min-h-8"
            >
              {t("docs")}
            </Link>
          </>
        }
      >
        <AccountId id={access.customerId} />
      </SettingsSection>
    </>
  );
}

function AccountId({ id }: { id: string }) {
  const t = useTranslations("account");
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <code className="font-mono text-sm wrap-anywhere">{id}</code>
      <CopyButton text={id} label={t("keys.copyId")} done={t("copied")} />
    </div>
  );
}
