import { useLocale, useTranslations } from "next-intl";
import { Refresher } from "@/components/live/refresher";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Spinner } from "@/components/ui/spinner";
import { formatMoney } from "@/lib/core/money/money";
import { formatInstant } from "@/lib/core/time/dates";
import type { ImportView as View } from "@/lib/datev/loaders";
import { ColumnsForm } from "./columns-form";
import { ImportForm } from "./import-form";
import { ImportPreview } from "./import-preview";
import { ProblemList } from "./problem-list";

/** Shows an uploaded file: its errors, its content and the result of the import. */
export function ImportView({ view }: { view: View }) {
  const t = useTranslations("datev.import");
  const { status, findings, errorCount, warningCount, kind, titles } = view;
  const isWaiting = status === "refused" || status === "inspected";
  return (
    <div className="space-y-8">
      <Standing view={view} />
      {status === "refused" && errorCount > 0 ? (
        <ProblemList title={t("errors", { count: errorCount })} problems={findings.errors} total={errorCount} />
      ) : null}
      {isWaiting && kind === "open_items" && titles.length > 1 ? (
        <details open={isAboutColumns(view)} className="rounded-card border bg-surface">
          <summary className="min-h-11 cursor-pointer px-4 py-3 font-medium sm:px-6">{t("columns.title")}</summary>
          <div className="border-t p-4 sm:p-6">
            <p className="prose-width mb-5 text-sm text-muted">{t("columns.intro")}</p>
            <ColumnsForm id={view.id} titles={titles} mapping={view.mapping} asked={findings.asked} />
          </div>
        </details>
      ) : null}
      {isWaiting && findings.warnings.length > 0 ? (
        <ProblemList title={t("warnings", { count: warningCount })} problems={findings.warnings} total={warningCount} />
      ) : null}
      {status === "inspected" ? <ImportPreview view={view} /> : null}
    </div>
  );
}

const ABOUT_COLUMNS = new Set<string>(["column_missing", "column_unknown"]);

/**
 * True if the file itself may be correct and only the meaning of its columns is unknown, which the supplier can say.
 */
function isAboutColumns({ kind, titles, findings }: View): boolean {
  return kind === "open_items" && titles.length > 1 && findings.errors.some(({ code }) => ABOUT_COLUMNS.has(code));
}

function Standing({ view }: { view: View }) {
  const t = useTranslations("datev.import");
  const locale = useLocale();
  const { id, kind, status, rowCount, skippedCount, newCount, settledCount, findings, sameAs } = view;
  if (status === "applying")
    return (
      <Card>
        <p role="status" className="flex items-center gap-3">
          <Spinner className="size-5 text-action" />
          {t("applying", { count: rowCount })}
        </p>
        <p className="mt-2 text-sm text-muted">{t("applyingText")}</p>
        <Refresher />
      </Card>
    );
  if (status === "applied")
    return (
      <Banner
        tone="good"
        title={t(`applied.${kind}`, { count: rowCount })}
        action={
          <Link
            href={kind === "open_items" ? "/app/invoices" : "/app/contacts"}
            className={buttonClass("plain", "small")}
          >
            {t(`nextStep.${kind}`)}
          </Link>
        }
      >
        {t(`outcome.${kind}`, { added: newCount, settled: settledCount })}
      </Banner>
    );
  if (status === "refused" && isAboutColumns(view))
    return (
      <Banner tone="wait" title={t("columns.unknown")}>
        {t("columns.unknownText")}
      </Banner>
    );
  if (status === "refused" && rowCount === 0 && view.errorCount === 0)
    return (
      <Banner tone="bad" title={t("nothingFound")}>
        {t("nothingFoundText")}
      </Banner>
    );
  if (status === "refused")
    return (
      <Banner tone="bad" title={t("refused")}>
        {t("refusedText")}
      </Banner>
    );
  return (
    <Card>
      <h2 className="text-lg">
        {kind === "open_items"
          ? t("foundItems", { count: rowCount, amount: formatMoney(findings.totalCents, locale) })
          : t("foundDebtors", { count: rowCount })}
      </h2>
      <p className="prose-width mt-1 text-muted">{t(`next.${kind}`)}</p>
      {skippedCount > 0 ? (
        <p className="mt-2 text-sm text-muted">{t(`skipped.${kind}`, { count: skippedCount })}</p>
      ) : null}
      {findings.paid.count > 0 ? (
        <p className="mt-2">
          {t("foundPaid", { count: findings.paid.count, amount: formatMoney(findings.paid.cents, locale) })}
        </p>
      ) : null}
      {sameAs ? (
        <div className="mt-4">
          <Banner tone="wait" title={t("same", { at: formatInstant(new Date(sameAs), locale) })}>
            {t("sameText")}
          </Banner>
        </div>
      ) : null}
      <div className="mt-5">
        <ImportForm
          id={id}
          settles={findings.settles}
          rowCount={rowCount}
          requestsMandates={kind === "open_items" ? view.requestsMandates : undefined}
        />
      </div>
    </Card>
  );
}
