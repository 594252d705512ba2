import { readMatching } from "@/lib/customers/data";
import { matchingView } from "@/lib/customers/schema";
import { otherMethods } from "@/lib/http/other-methods";
import { ofCustomer } from "@/lib/http/params";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "reader",
  summary: "Whether the connected accounts belong to the same company",
  params: ofCustomer,
  response: matchingView,
  handler: async ({ caller }) => await readMatching(caller.customerId),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
