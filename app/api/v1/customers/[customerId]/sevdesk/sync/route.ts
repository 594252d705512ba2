import { requireAccounting } from "@/lib/connections/record/data";
import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { syncRange } from "@/lib/invoices/range/provider";
import { syncRequest, syncResult } from "@/lib/invoices/range/schema";
import { requireContract } from "@/lib/subscriptions/contract/access";

export const POST = route({
  access: "member",
  gate: requireContract,
  summary: "Read sevdesk now; with a range of days, first the open documents that are dated in it",
  params: ofCustomer,
  body: syncRequest,
  refusals: [
    "date_range_required",
    "connection_missing",
    "connection_revoked",
    "provider_unavailable",
    "provider_refused",
  ],
  response: syncResult,
  handler: async ({ caller, body }) => {
    await requireAccounting(caller.customerId, "SEVDESK");
    return await syncRange(caller.customerId, body);
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
