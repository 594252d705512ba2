import { DONE, done, ofCustomerAndId } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { transferInvoice } from "@/lib/invoices/manual/provider";
import { requirePremium } from "@/lib/subscriptions/contract/access";

export const POST = route({
  access: "member",
  gate: requirePremium,
  summary: "Collect one document of the accounting software whatever its payment condition is",
  params: ofCustomerAndId,
  refusals: [
    "premium_required",
    "not_collectable",
    "connection_missing",
    "connection_revoked",
    "provider_unavailable",
    "provider_refused",
  ],
  response: done,
  handler: async ({ caller, params }) => {
    await transferInvoice(caller.customerId, params.id, caller.actor);
    return DONE;
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
