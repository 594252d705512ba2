import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AccountingChange } from "@/components/connections/connect";
import { ConnectionCard } from "@/components/connections/connection-card";
import { MismatchWarning } from "@/components/connections/mismatch-warning";
import { SyncProgress } from "@/components/connections/sync-progress";
import { Banner } from "@/components/ui/banner";
import { Card } from "@/components/ui/card";
import { PageHeading } from "@/components/ui/page-heading";
import {
  loadConnectionFigures,
  loadConnections,
  loadLastDocument,
  loadLastSync,
  loadSync,
} from "@/lib/connections/loaders";
import { loadMismatches } from "@/lib/customers/loaders";
import { isAccountingSystem } from "@/lib/vendors/rules";
import { refusalOf } from "@/lib/vendors/types";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("connections"))("title") };
}

export default async function ConnectionsPage({ searchParams }: { searchParams: Promise<{ refused?: string }> }) {
  const refusal = refusalOf((await searchParams).refused);
  const [connections, figures, sync, last, lastDocument, mismatches, t, errors] = await Promise.all([
    loadConnections(),
    loadConnectionFigures(),
    loadSync(),
    loadLastSync(),
    loadLastDocument(),
    loadMismatches(),
    getTranslations("connections"),
    getTranslations("errors"),
  ]);
  const inUse = connections.find(({ type, status }) => isAccountingSystem(type) && status === "connected");
  return (
    <>
      <PageHeading title={t("title")} intro={t("intro")} />
      {sync ? (
        <Card className="mb-6">
          <SyncProgress sync={sync} />
        </Card>
      ) : last.failedAt && inUse ? (
        <div className="mb-6">
          <Banner tone="wait" title={t("syncFailed")}>
            {t("syncFailedText")}
          </Banner>
        </div>
      ) : null}
      <div className="mb-6 space-y-4 empty:hidden">
        {refusal ? (
          <Banner tone="bad" title={t("refused")} live>
            {errors(refusal)}
          </Banner>
        ) : null}
        <MismatchWarning mismatches={mismatches} />
      </div>
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
        {connections.map((connection) => (
          <ConnectionCard
            key={connection.type}
            connection={connection}
            figures={figures}
            mandates={figures.mandates}
            lastDocument={lastDocument}
            isSyncing={sync !== undefined}
          />
        ))}
      </div>
      {inUse ? <AccountingChange current={inUse.type} /> : null}
    </>
  );
}
