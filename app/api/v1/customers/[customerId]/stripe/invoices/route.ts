import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { readInvoices } from "@/lib/subscriptions/contract/view-data";
import { subscriptionInvoices } from "@/lib/subscriptions/schema";

export const GET = route({
  access: "reader",
  summary: "Our invoices to the supplier, newest first",
  params: ofCustomer,
  response: subscriptionInvoices,
  handler: async ({ caller }) => await readInvoices(caller.customerId),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
