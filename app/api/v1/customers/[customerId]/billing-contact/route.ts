import { requestLocale } from "@/lib/core/i18n";
import { otherMethods } from "@/lib/http/other-methods";
import { ofCustomer } from "@/lib/http/params";
import { route } from "@/lib/http/route";
import { saveBillingContact } from "@/lib/subscriptions/mutations";
import { billingContact, billingContactView } from "@/lib/subscriptions/schema";
import { readBillingContact } from "@/lib/subscriptions/view-data";

export const GET = route({
  access: "reader",
  summary: "Whom our invoices to the supplier name",
  params: ofCustomer,
  response: billingContactView,
  handler: async ({ caller }) => await readBillingContact(caller.customerId),
});

export const PUT = route({
  access: "owner",
  needsProvenAddress: true,
  summary: "Saves whom our invoices name; the VAT id is checked",
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
