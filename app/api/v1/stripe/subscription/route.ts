import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { readSubscriptionView } from "@/lib/subscriptions/contract/view-data";
import { subscriptionView } from "@/lib/subscriptions/schema";

export const GET = route({
  access: "reader",
  summary: "The supplier's subscription",
  refusals: ["subscription_missing"],
  response: subscriptionView,
  handler: async ({ caller }) => await readSubscriptionView(caller.customerId),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
