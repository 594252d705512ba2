import { readCustomer } from "@/lib/customers/record/data";
import { paymentConditions } from "@/lib/customers/schema";
import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "reader",
  summary: "The payment conditions that mean direct debit",
  params: ofCustomer,
  response: paymentConditions,
  handler: async ({ caller }) => ({ conditions: (await readCustomer(caller.customerId)).paymentConditions }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
