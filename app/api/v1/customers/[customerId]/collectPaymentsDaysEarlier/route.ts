import { saveSettings } from "@/lib/customers/record/mutations";
import { daysEarlier } from "@/lib/customers/schema";
import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { requireContract } from "@/lib/subscriptions/contract/access";

export const POST = route({
  access: "member",
  gate: requireContract,
  summary: "Collect this many days before the due date",
  params: ofCustomer,
  body: daysEarlier,
  refusals: ["premium_required"],
  response: daysEarlier,
  handler: async ({ caller, body }) => {
    await saveSettings(caller.customerId, body, caller.actor);
    return body;
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
