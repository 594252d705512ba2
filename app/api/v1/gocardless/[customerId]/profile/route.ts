import { accountView, readAccount } from "@/lib/connections/record/data";
import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "reader",
  summary: "The connected GoCardless account and its verification",
  params: ofCustomer,
  response: accountView,
  handler: async ({ caller }) => await readAccount(caller.customerId, "GOCARDLESS"),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
