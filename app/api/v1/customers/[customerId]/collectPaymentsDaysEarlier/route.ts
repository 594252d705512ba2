import { saveSettings } from "@/lib/customers/mutations";
import { daysEarlier } from "@/lib/customers/schema";
import { otherMethods } from "@/lib/http/other-methods";
import { ofCustomer } from "@/lib/http/params";
import { route } from "@/lib/http/route";
import { requireContract } from "@/lib/subscriptions/access";

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
