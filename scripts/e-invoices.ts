import { createTranslator } from "next-intl";
import { readEInvoiceAt } from "../lib/e-invoices/process/access";
import type { EInvoice } from "../lib/e-invoices/reading/types";
import en from "../messages/en.json";

/**
 * `npm run e-invoices -- read FILE…`: prints how the product reads e-invoices, one line of JSON for each file. It ends
 * with 0 whatever the files contain.
 */
const text = createTranslator({ locale: "en", messages: en, namespace: "eInvoices.reason" });
const AT_THE_SAME_TIME = 4;

const [task, ...files] = process.argv.slice(2);
if (task !== "read" || files.length === 0) {
  console.error("usage: npm run e-invoices -- read FILE…");
  process.exit(1);
}
// A reader of the output may stop early, as `head` does.
process.stdout.on("error", () => process.exit(0));
for (let at = 0; at < files.length; at += AT_THE_SAME_TIME) {
  const lines = await Promise.all(files.slice(at, at + AT_THE_SAME_TIME).map(lineOf));
  for (const line of lines) console.log(JSON.stringify(line));
}

async function lineOf(file: string) {
  const result = await readEInvoiceAt(file);
  const invoice = "invoice" in result ? result.invoice : undefined;
  const { reason, detail = "–" } = result;
  return {
    file,
    outcome: result.outcome === "self_billed" ? "self-billed" : result.outcome.replaceAll("_", " "),
    ...columnsOf(invoice),
    reason: reason === undefined ? null : text(reason, { detail }),
    xmlSha1: result.xmlSha1 ?? null,
  };
}

function columnsOf(invoice: EInvoice | undefined) {
  return {
    syntax: invoice?.syntax ?? null,
    profile: invoice?.profile ?? null,
    typeCode: invoice?.typeCode ?? null,
    number: invoice?.number ?? null,
    issueDate: invoice?.issueDate ?? null,
    currency: invoice?.currency ?? null,
    payableCents: invoice?.payableCents ?? null,
    prepaidCents: invoice?.prepaidCents ?? null,
    dueDate: invoice?.dueDate ?? null,
    paymentMeans: invoice?.paymentMeans ?? [],
    mandateReference: invoice?.mandateReference ?? null,
    creditorId: invoice?.creditorId ?? null,
    debtorIban: invoice?.debtorIban ?? null,
    sellerName: invoice?.sellerName ?? null,
    sellerVatId: invoice?.sellerVatId ?? null,
    buyerName: invoice?.buyerName ?? null,
    buyerId: invoice?.buyerId ?? null,
    buyerEmail: invoice?.buyerEmail ?? null,
    buyerVatId: invoice?.buyerVatId ?? null,
    skonto: invoice?.skonto ?? [],
  };
}
