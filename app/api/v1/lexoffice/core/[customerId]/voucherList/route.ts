import { ofCustomer, pageOf } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { readVouchers } from "@/lib/invoices/manual/data";
import { dateRange, voucherPageQuery, voucherView } from "@/lib/invoices/manual/schema";
import { requirePremium } from "@/lib/subscriptions/contract/access";

export const POST = route({
  access: "member",
  gate: requirePremium,
  summary: "Documents of the accounting software that are dated in a range of days",
  params: ofCustomer,
  query: voucherPageQuery,
  body: dateRange,
  refusals: [
    "premium_required",
    "date_range_required",
    "connection_missing",
    "connection_revoked",
    "provider_unavailable",
    "provider_refused",
  ],
  response: pageOf(voucherView),
  handler: async ({ caller, query, body }) => await readVouchers(caller.customerId, body, query),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
