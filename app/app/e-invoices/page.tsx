import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MailAddress } from "@/components/e-invoices/mail-address";
import { SettingsForm } from "@/components/e-invoices/settings-form";
import { TrayReading } from "@/components/e-invoices/tray-progress";
import { TrayTable } from "@/components/e-invoices/tray-table";
import { UploadBox } from "@/components/e-invoices/upload-box";
import { ClientTexts } from "@/components/format/client-texts";
import { ListPager } from "@/components/format/list-pager";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterChips } from "@/components/ui/filter-chips";
import { Link } from "@/components/ui/link";
import { listAddress } from "@/components/ui/list-address";
import { PageHeading } from "@/components/ui/page-heading";
import { SettingsSection } from "@/components/ui/settings-section";
import { pageRequestOf, paramOf, type SearchParams } from "@/lib/core/web/paging";
import { loadEInvoiceSettings } from "@/lib/e-invoices/settings/loaders";
import { loadTray } from "@/lib/e-invoices/tray/loaders";
import { trayFilterOf } from "@/lib/e-invoices/tray/rules";
import { TRAY_FILTERS } from "@/lib/e-invoices/tray/types";

const PATH = "/app/e-invoices";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("eInvoices"))("title") };
}

export default async function EInvoicesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const [{ isInUse, otherSystem, form }, t] = await Promise.all([loadEInvoiceSettings(), getTranslations("eInvoices")]);
  return (
    <>
      <PageHeading title={t("title")} intro={t("intro")} />
      <ClientTexts names={["eInvoices"]}>
        <div className="space-y-8">
          {isInUse ? <Tray params={params} /> : null}
          <SettingsSection id="settings" title={t("settings.title")} intro={t("settings.intro")}>
            {otherSystem === undefined ? (
              <SettingsForm settings={form} isInUse={isInUse} />
            ) : (
              <Banner tone="info" title={t("settings.otherTitle", { system: otherSystem })}>
                {t("settings.otherText", { system: otherSystem })}
                <div className="mt-3">
                  <Link href="/app/connections" className={buttonClass("plain", "small")}>
                    {t("settings.toConnections")}
                  </Link>
                </div>
              </Banner>
            )}
          </SettingsSection>
        </div>
      </ClientTexts>
    </>
  );
}

async function Tray({ params }: { params: SearchParams }) {
  const filter = trayFilterOf(paramOf(params, "filter"));
  const request = pageRequestOf(params);
  const [view, t] = await Promise.all([loadTray({ filter, page: request }), getTranslations("eInvoices")]);
  const { page, counts, progress, mailAddress } = view;
  const query = { filter: filter === "all" ? undefined : filter, rows: paramOf(params, "rows") };
  const chips = TRAY_FILTERS.filter((key) => key === "all" || key === filter || counts[key] > 0).map((key) => ({
    key,
    label: t(`filters.${key}`),
    count: key === "held" || key === "waiting" ? counts[key] : undefined,
    href: listAddress(PATH, query, { filter: key === "all" ? undefined : key }),
  }));
  return (
    <>
      <SettingsSection id="upload" title={t("upload.title")} intro={t("upload.intro")}>
        <UploadBox />
      </SettingsSection>
      {mailAddress === undefined ? null : (
        <SettingsSection id="mail" title={t("mail.title")} intro={t("mail.intro")}>
          <MailAddress address={mailAddress} />
        </SettingsSection>
      )}
      <section aria-labelledby="tray" className="border-t pt-6">
        <h2 id="tray" className="mb-3 text-lg">
          {t("tray.title")}
        </h2>
        {progress ? (
          <Card className="mb-4">
            <TrayReading progress={progress} />
          </Card>
        ) : null}
        {counts.all > 0 ? (
          <div className="mb-4">
            <FilterChips label={t("filters.label")} chips={chips} current={filter} />
          </div>
        ) : null}
        <Card flush>
          {page.items.length > 0 ? (
            <TrayTable rows={page.items} />
          ) : (
            <EmptyState text={t(counts.all > 0 ? "tray.noneHere" : "tray.empty")} />
          )}
          <ListPager path={PATH} query={query} page={page} request={request} />
        </Card>
      </section>
    </>
  );
}
