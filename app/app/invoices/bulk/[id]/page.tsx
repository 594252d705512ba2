import { ChevronLeft } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { BulkResult } from "@/components/invoices/bulk-result";
import { Link } from "@/components/ui/link";
import { formatDay, formatInstant } from "@/lib/core/dates";
import { loadBulk } from "@/lib/invoices/bulk-loaders";

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const run = await loadBulk((await params).id);
  return { title: run && (await getTranslations("bulk"))(`actions.${run.action}`) };
}

export default async function BulkPage({ params }: Props) {
  const [run, t, locale] = await Promise.all([loadBulk((await params).id), getTranslations("bulk"), getLocale()]);
  if (!run) notFound();
  const isTransfer = run.action === "transfer";
  return (
    <>
      <Link
        href={isTransfer ? "/app/transfer" : "/app/invoices"}
        className="mb-2 -ml-1 inline-flex min-h-11 items-center gap-1 text-sm text-muted hover:text-ink"
      >
        <ChevronLeft aria-hidden="true" strokeWidth={1.5} className="size-4" />
        {t(isTransfer ? "backTransfer" : "back")}
      </Link>
      <h1 className="text-xl">{t("title", { action: t(`actions.${run.action}`), count: run.total })}</h1>
      <p className="mt-1 mb-6 text-sm text-muted">
        {run.until ? `${t("untilDay", { day: formatDay(run.until, locale) })} · ` : null}
        {t("by", { name: run.userName, at: formatInstant(new Date(run.createdAt), locale) })}
      </p>
      <BulkResult run={run} />
    </>
  );
}
