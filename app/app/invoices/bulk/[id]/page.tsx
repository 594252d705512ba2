import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { BulkResult } from "@/components/invoices/bulk-result";
import { BackLink } from "@/components/ui/back-link";
import { formatDay, formatInstant } from "@/lib/core/time/dates";
import { loadBulk } from "@/lib/invoices/bulk/loaders";

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
      <BackLink href={isTransfer ? "/app/transfer" : "/app/invoices"}>
        {t(isTransfer ? "backTransfer" : "back")}
      </BackLink>
      <h1 className="text-xl">{t("title", { action: t(`actions.${run.action}`), count: run.total })}</h1>
      <p className="mt-1 mb-6 text-sm text-muted">
        {run.until ? `${t("untilDay", { day: formatDay(run.until, locale) })} · ` : null}
        {t("by", { name: run.userName, at: formatInstant(new Date(run.createdAt), locale) })}
      </p>
      <BulkResult run={run} />
    </>
  );
}
