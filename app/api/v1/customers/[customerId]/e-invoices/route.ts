import { requireEInvoices } from "@/lib/e-invoices/access";
import { receiveUpload } from "@/lib/e-invoices/receipt/mutations";
import { sumReceipts } from "@/lib/e-invoices/receipt/rules";
import { findFiles } from "@/lib/e-invoices/tray/data";
import { toFileView } from "@/lib/e-invoices/tray/rules";
import { eInvoicePage, eInvoiceQuery, eInvoiceUpload, MAX_FORM_BYTES, receiptSum } from "@/lib/e-invoices/tray/schema";
import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { requireContract } from "@/lib/subscriptions/contract/access";

export const GET = route({
  access: "reader",
  summary: "The in-tray of e-invoices with the outcome of each file, newest first",
  params: ofCustomer,
  query: eInvoiceQuery,
  response: eInvoicePage,
  handler: async ({ caller, query: { filter, outcome, after, size } }) => {
    const page = await findFiles(caller.customerId, { filter, outcome, page: { rows: size, after } });
    return { content: page.items.map(toFileView), next: page.older ?? null };
  },
});

export const POST = route({
  access: "member",
  gate: requireContract,
  summary: "Put an e-invoice, or a ZIP archive of e-invoices, into the in-tray",
  params: ofCustomer,
  body: eInvoiceUpload,
  multipart: { maxBytes: MAX_FORM_BYTES },
  refusals: ["connection_missing"],
  response: receiptSum,
  handler: async ({ caller, body: { file } }) => {
    await requireEInvoices(caller.customerId);
    const body = file.stream() as unknown as AsyncIterable<Uint8Array>;
    const origin = { via: "api", userName: caller.userName } as const;
    return await sumReceipts(receiveUpload(caller.customerId, { name: file.name, body }, origin));
  },
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET, POST });
