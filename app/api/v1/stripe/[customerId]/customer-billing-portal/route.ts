import { requestLocale } from "@/lib/core/i18n";
import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { openPortal, returnPathOf } from "@/lib/subscriptions/orders/provider";
import { returnUrlQuery, urlView } from "@/lib/subscriptions/schema";

export const GET = route({
  access: "owner",
  summary: "A fresh link to the billing portal",
  params: ofCustomer,
  query: returnUrlQuery,
  refusals: ["subscription_missing"],
  response: urlView,
  handler: async ({ caller, query }) => ({
    url: await openPortal(caller.customerId, "home", returnPathOf(query.returnUrl), await requestLocale()),
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
