import { otherMethods } from "@/lib/http/other-methods";
import { ofCustomer } from "@/lib/http/params";
import { route } from "@/lib/http/route";
import { contractView } from "@/lib/subscriptions/schema";
import { readContractView } from "@/lib/subscriptions/view-data";

export const GET = route({
  access: "reader",
  summary: "The supplier's contract with us and what it allows",
  params: ofCustomer,
  response: contractView,
  handler: async ({ caller }) => await readContractView(caller.customerId),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
