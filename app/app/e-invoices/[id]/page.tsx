import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { FileDetail } from "@/components/e-invoices/file-detail";
import { ClientTexts } from "@/components/format/client-texts";
import { BackLink } from "@/components/ui/back-link";
import { shortName } from "@/lib/core/text/sanitise";
import { loadTrayFile } from "@/lib/e-invoices/tray/loaders";

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const file = await loadTrayFile((await params).id);
  return { title: file && (shortName(file.number) || file.name) };
}

export default async function EInvoicePage({ params }: Props) {
  const [file, t] = await Promise.all([loadTrayFile((await params).id), getTranslations("eInvoices")]);
  if (!file) notFound();
  return (
    <>
      <BackLink href="/app/e-invoices">{t("title")}</BackLink>
      <h1 className="mb-6 text-xl wrap-anywhere">{shortName(file.number) || file.name}</h1>
      <ClientTexts names={["eInvoices"]}>
        <FileDetail file={file} />
      </ClientTexts>
    </>
  );
}
