import { otherMethods } from "@/lib/http/other-methods";
import { ofCustomer, pageOf } from "@/lib/http/params";
import { route } from "@/lib/http/route";
import { readInvoicePage } from "@/lib/invoices/data";
import { invoiceListInput, invoiceView } from "@/lib/invoices/schema";

export const POST = route({
  access: "reader",
  summary: "Transferred invoices with the state of their collection and the reason of the last decision",
  params: ofCustomer,
  body: invoiceListInput,
  response: pageOf(invoiceView),
  handler: async ({ caller, body }) => await readInvoicePage(caller.customerId, body),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
