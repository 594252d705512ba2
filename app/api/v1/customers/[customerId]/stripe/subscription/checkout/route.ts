import { requestLocale } from "@/lib/core/i18n";
import { ownPath } from "@/lib/core/web/own-path";
import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { openOrder } from "@/lib/subscriptions/orders/provider";
import { checkoutOptions, urlView } from "@/lib/subscriptions/schema";

export const POST = route({
  access: "owner",
  needsProvenAddress: true,
  summary: "Opens the order page of a plan",
  params: ofCustomer,
  body: checkoutOptions,
  refusals: [
    "plan_missing",
    "billing_details_missing",
    "subscription_exists",
    "subscription_not_ended",
    "plans_unavailable",
    "conflict",
  ],
  response: urlView,
  handler: async ({ caller, body }) => {
    const options = { ...body, returnPath: ownPath(body.returnPath) };
    return { url: await openOrder(caller.customerId, options, await requestLocale(), caller.actor) };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
