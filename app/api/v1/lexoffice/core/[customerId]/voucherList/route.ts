import { otherMethods } from "@/lib/http/other-methods";
import { ofCustomer, pageOf } from "@/lib/http/params";
import { route } from "@/lib/http/route";
import { readVouchers } from "@/lib/invoices/transfer-data";
import { dateRange, voucherPageQuery, voucherView } from "@/lib/invoices/transfer-schema";
import { requirePremium } from "@/lib/subscriptions/access";

export const POST = route({
  access: "member",
  gate: requirePremium,
  summary: "Documents of the books that were written in a range of days",
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
