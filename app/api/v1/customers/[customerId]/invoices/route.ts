import { ofCustomer, pageOf } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { readInvoicePage } from "@/lib/invoices/list/page-data";
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
