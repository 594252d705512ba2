import { route } from "@/lib/http/route";
import { subscriptionView } from "@/lib/subscriptions/schema";
import { readSubscriptionView } from "@/lib/subscriptions/view-data";

export const GET = route({
  access: "reader",
  summary: "The supplier's subscription",
  response: subscriptionView,
  handler: async ({ caller }) => await readSubscriptionView(caller.customerId),
});
