import { otherMethods } from "@/lib/http/other-methods";
import { ofCustomer } from "@/lib/http/params";
import { route } from "@/lib/http/route";
import { subscriptionInvoices } from "@/lib/subscriptions/schema";
import { readInvoices } from "@/lib/subscriptions/view-data";

export const GET = route({
  access: "reader",
  summary: "Our invoices to the supplier, newest first",
  params: ofCustomer,
  response: subscriptionInvoices,
  handler: async ({ caller }) => await readInvoices(caller.customerId),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
