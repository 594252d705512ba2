import { ChevronLeft } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { ImportView } from "@/components/datev/import-view";
import { ClientTexts } from "@/components/format/client-texts";
import { Link } from "@/components/ui/link";
import { formatInstant } from "@/lib/core/time/dates";
import { loadImport } from "@/lib/datev/loaders";

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const view = await loadImport((await params).id);
  return { title: view && (await getTranslations("datev.import"))(`kinds.${view.kind}`) };
}

export default async function ImportPage({ params }: Props) {
  const [view, t, locale] = await Promise.all([
    loadImport((await params).id),
    getTranslations("datev.import"),
    getLocale(),
  ]);
  if (!view) notFound();
  return (
    <>
      <Link
        href="/app/datev"
        className="mb-2 -ml-1 inline-flex min-h-11 items-center gap-1 text-sm text-muted hover:text-ink"
      >
        <ChevronLeft aria-hidden="true" strokeWidth={1.5} className="size-4" />
        DATEV
      </Link>
      <h1 className="text-xl">{t(`kinds.${view.kind}`)}</h1>
      <p className="mt-1 mb-6 text-sm wrap-anywhere text-muted">
        {t("by", { file: view.fileName, name: view.userName, at: formatInstant(new Date(view.createdAt), locale) })}
      </p>
      <ClientTexts names={["datev"]}>
        <ImportView view={view} />
      </ClientTexts>
    </>
  );
}
