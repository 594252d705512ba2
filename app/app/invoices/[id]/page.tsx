import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Name } from "@/components/format/name";
import { InvoiceDetail } from "@/components/invoices/invoice-detail";
import { BackLink } from "@/components/ui/back-link";
import { Card } from "@/components/ui/card";
import { shortName } from "@/lib/core/text/sanitise";
import { loadFilesOfInvoice } from "@/lib/e-invoices/tray/loaders";
import { loadChosenConditions } from "@/lib/invoices/conditions/loaders";
import { loadInvoice } from "@/lib/invoices/loaders";
import { documentPageOf } from "@/lib/providers/accounting/registry";

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: shortName((await loadInvoice((await params).id))?.number ?? "") };
}

export default async function InvoicePage({ params }: Props) {
  const [invoice, conditions, t] = await Promise.all([
    loadInvoice((await params).id),
    loadChosenConditions(),
    getTranslations("invoices"),
  ]);
  if (!invoice) notFound();
  return (
    <>
      <BackLink href="/app/invoices">{t("title")}</BackLink>
      <h1 className="mb-4 text-xl break-words">
        <Name text={invoice.number || t("noNumber")} />
      </h1>
      <Card>
        <InvoiceDetail
          invoice={invoice}
          chosenConditions={conditions}
          bookUrl={documentPageOf(invoice.books, invoice)}
          files={await loadFilesOfInvoice(invoice)}
        />
      </Card>
    </>
  );
}
