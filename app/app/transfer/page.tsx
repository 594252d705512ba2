import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { type ReactNode, Suspense } from "react";
import { ClientTexts } from "@/components/format/client-texts";
import { RangeForm } from "@/components/invoices/range-form";
import { TransferSelection } from "@/components/invoices/transfer-selection";
import { TransferTable } from "@/components/invoices/transfer-table";
import { UpgradeButton } from "@/components/subscription/upgrade-button";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { listAddress } from "@/components/ui/list-address";
import { NumberPager } from "@/components/ui/number-pager";
import { PageHeading } from "@/components/ui/page-heading";
import { SkeletonRows } from "@/components/ui/skeleton";
import type { ErrorCode } from "@/lib/core/web/errors";
import { paramOf, ROW_CHOICES, type SearchParams } from "@/lib/core/web/paging";
import { loadFrame } from "@/lib/customers/loaders";
import { loadVouchers } from "@/lib/invoices/manual/loaders";

const PATH = "/app/transfer";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("transfer"))("title") };
}

export default async function TransferPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [params, frame, t] = await Promise.all([searchParams, loadFrame(), getTranslations("transfer")]);
  const range = { dateFrom: paramOf(params, "from"), dateTo: paramOf(params, "to") };
  const rows = ROW_CHOICES.find((choice) => String(choice) === paramOf(params, "rows")) ?? ROW_CHOICES[0];
  const page = Math.max(0, Math.min(10_000, Math.trunc(Number(paramOf(params, "page") ?? 1)) - 1)) || 0;
  const hasAsked = range.dateFrom !== undefined || range.dateTo !== undefined;
  const needsPremium = frame.entitlement.isActive && !frame.entitlement.isPremium;
  return (
    <>
      <PageHeading title={t("title")} intro={t("intro")} />
      {needsPremium ? (
        <div className="mb-6">
          <Banner tone="info" title={t("premium")} action={<UpgradeButton>{t("seePremium")}</UpgradeButton>} />
        </div>
      ) : null}
      <ClientTexts names={["transfer"]}>
        <RangeForm from={range.dateFrom ?? ""} to={range.dateTo ?? ""} />
        {needsPremium || !hasAsked ? (
          <Card>
            <EmptyState text={t("start")} />
          </Card>
        ) : (
          <Suspense key={JSON.stringify([range, rows, page])} fallback={<Waiting />}>
            <Vouchers range={range} rows={rows} page={page} mayChange={frame.mayChange} />
          </Suspense>
        )}
      </ClientTexts>
    </>
  );
}

async function Waiting() {
  const t = await getTranslations("common");
  return (
    <Card flush className="animate-late">
      <SkeletonRows rows={8} label={t("loading")} />
    </Card>
  );
}

interface VouchersProps {
  range: { dateFrom?: string; dateTo?: string };
  rows: number;
  page: number;
  mayChange: boolean;
}

async function Vouchers({ range, rows, page, mayChange }: VouchersProps) {
  const [found, t, c] = await Promise.all([
    loadVouchers(range, { page, size: rows }),
    getTranslations("transfer"),
    getTranslations("common"),
  ]);
  const query = { from: range.dateFrom, to: range.dateTo, rows: String(rows) };
  if ("refusal" in found) return <Refused code={found.refusal} again={listAddress(PATH, query)} />;
  const { content, totalElements, totalPages } = found.vouchers;
  if (content.length === 0)
    return (
      <Card>
        <EmptyState text={t("none")} />
      </Card>
    );
  const table = <TransferTable rows={content} isPickable={mayChange} />;
  const steps = (number: number) => listAddress(PATH, query, { page: number > 0 ? String(number + 1) : undefined });
  return (
    <>
      <p className="mb-2 text-sm text-muted">
        {t("total", { count: totalElements })}
        {found.vouchers.isMore ? ` ${t("tooMany")}` : null}
      </p>
      <Card flush>
        {mayChange ? <TransferSelection rows={content}>{table}</TransferSelection> : table}
        <NumberPager
          label={t("paging")}
          text={c("pageOf", { page: page + 1, pages: Math.max(1, totalPages) })}
          previous={{ label: c("previousPage"), href: page > 0 ? steps(page - 1) : undefined }}
          next={{ label: c("nextPage"), href: page + 1 < totalPages ? steps(page + 1) : undefined }}
          rows={{
            label: t("rows"),
            choices: ROW_CHOICES.map((count) => ({
              count,
              href: listAddress(PATH, query, { rows: String(count) }),
              current: count === rows,
            })),
          }}
        />
      </Card>
    </>
  );
}

/** Shows the error where the rows would be; the date range stays as it was typed. */
async function Refused({ code, again }: { code: ErrorCode; again: string }) {
  const [t, errors] = await Promise.all([getTranslations("transfer"), getTranslations("errors")]);
  const isUnconnected = code === "connection_missing" || code === "connection_revoked";
  const way: ReactNode =
    code === "date_range_required" ? null : (
      <Link href={isUnconnected ? "/app/connections" : again} className={buttonClass("plain", "small")}>
        {t(isUnconnected ? "connect" : "retry")}
      </Link>
    );
  return <Banner tone="bad" live title={errors(code)} action={way} />;
}
