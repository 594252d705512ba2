import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { subscriptionView } from "@/lib/subscriptions/schema";
import { readSubscriptionView } from "@/lib/subscriptions/view-data";

export const GET = route({
  access: "reader",
  summary: "The supplier's subscription",
  refusals: ["subscription_missing"],
  response: subscriptionView,
  handler: async ({ caller }) => await readSubscriptionView(caller.customerId),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
