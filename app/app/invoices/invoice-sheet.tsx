import { getTranslations } from "next-intl/server";
import { InvoiceDetail } from "@/components/invoices/invoice-detail";
import { DetailSheet } from "@/components/ui/detail-sheet";
import { shortName } from "@/lib/core/text/sanitise";
import { loadFilesOfInvoice } from "@/lib/e-invoices/tray/loaders";
import { loadChosenConditions } from "@/lib/invoices/conditions/loaders";
import { loadInvoice } from "@/lib/invoices/loaders";
import { documentPageOf } from "@/lib/providers/accounting/registry";

/** Shows one invoice in a drawer above its list. An unknown id opens nothing. */
export async function InvoiceSheet({ id, closeHref }: { id: string; closeHref: string }) {
  const [invoice, conditions, t] = await Promise.all([
    loadInvoice(id),
    loadChosenConditions(),
    getTranslations("invoices"),
  ]);
  if (!invoice) return null;
  return (
    <DetailSheet title={shortName(invoice.number) || t("noNumber")} closeLabel={t("close")} closeHref={closeHref}>
      <div className="p-4 sm:p-6">
        <InvoiceDetail
          invoice={invoice}
          chosenConditions={conditions}
          bookUrl={documentPageOf(invoice.books, invoice)}
          files={await loadFilesOfInvoice(invoice)}
        />
      </div>
    </DetailSheet>
  );
}
