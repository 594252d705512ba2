import { readMatching } from "@/lib/customers/record/data";
import { matchingView } from "@/lib/customers/schema";
import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "reader",
  summary: "Whether the connected accounts belong to the same company",
  params: ofCustomer,
  response: matchingView,
  handler: async ({ caller }) => await readMatching(caller.customerId),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
