import { requestLocale } from "@/lib/core/i18n";
import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { openUpgrade, SUBSCRIPTION_PATH } from "@/lib/subscriptions/orders/provider";
import { upgradeQuery, urlView } from "@/lib/subscriptions/schema";

export const GET = route({
  access: "owner",
  needsProvenAddress: true,
  summary: "A fresh link to confirm the change to a plan",
  params: ofCustomer,
  query: upgradeQuery,
  refusals: ["subscription_missing", "change_pending", "plans_unavailable", "conflict"],
  response: urlView,
  handler: async ({ caller, query }) => {
    const target = { type: query.premium ? ("premium" as const) : ("basic" as const), base: query.interval };
    return { url: await openUpgrade(caller.customerId, target, SUBSCRIPTION_PATH, await requestLocale()) };
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
