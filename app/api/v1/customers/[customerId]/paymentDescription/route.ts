import { saveSettings } from "@/lib/customers/record/mutations";
import { paymentDescription } from "@/lib/customers/schema";
import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { requireContract } from "@/lib/subscriptions/contract/access";

export const POST = route({
  access: "member",
  gate: requireContract,
  summary: "The text on the payer's bank statement",
  params: ofCustomer,
  body: paymentDescription,
  refusals: ["placeholder_unknown", "premium_required"],
  response: paymentDescription,
  handler: async ({ caller, body }) => {
    await saveSettings(caller.customerId, body, caller.actor);
    return body;
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
