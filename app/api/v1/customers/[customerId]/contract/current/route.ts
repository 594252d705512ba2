import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { readContractView } from "@/lib/subscriptions/contract/view-data";
import { contractView } from "@/lib/subscriptions/schema";

export const GET = route({
  access: "reader",
  summary: "The supplier's contract with us and what it allows",
  params: ofCustomer,
  response: contractView,
  handler: async ({ caller }) => await readContractView(caller.customerId),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
