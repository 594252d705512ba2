import { DONE, done, ofCustomerAndId } from "@/lib/http/params";
import { route } from "@/lib/http/route";
import { transferInvoice } from "@/lib/invoices/transfer-mutations";
import { requirePremium } from "@/lib/subscriptions/access";

export const POST = route({
  access: "member",
  gate: requirePremium,
  summary: "Have one document of the books collected whatever its payment condition says",
  params: ofCustomerAndId,
  response: done,
  handler: async ({ caller, params }) => {
    await transferInvoice(caller.customerId, params.id, caller.actor);
    return DONE;
  },
});
