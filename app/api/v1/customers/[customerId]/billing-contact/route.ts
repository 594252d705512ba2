import { requestLocale } from "@/lib/core/i18n";
import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { saveBillingContact } from "@/lib/subscriptions/contract/provider";
import { readBillingContact } from "@/lib/subscriptions/contract/view-data";
import { billingContact, billingContactView } from "@/lib/subscriptions/schema";

export const GET = route({
  access: "reader",
  summary: "The billing contact that our invoices to the supplier name",
  params: ofCustomer,
  response: billingContactView,
  handler: async ({ caller }) => await readBillingContact(caller.customerId),
});

export const PUT = route({
  access: "owner",
  needsProvenAddress: true,
  summary: "Save the billing contact; the VAT id is checked",
  params: ofCustomer,
  body: billingContact,
  refusals: ["vat_id_invalid", "vat_id_country"],
  response: billingContactView,
  handler: async ({ caller, body }) => {
    await saveBillingContact(caller.customerId, body, await requestLocale(), caller.actor);
    return await readBillingContact(caller.customerId);
  },
});

export const { POST, PATCH, DELETE, OPTIONS } = otherMethods({ GET, PUT });
