import { readCustomer } from "@/lib/customers/data";
import { paymentConditions } from "@/lib/customers/schema";
import { otherMethods } from "@/lib/http/other-methods";
import { ofCustomer } from "@/lib/http/params";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "reader",
  summary: "The payment conditions that mean direct debit",
  params: ofCustomer,
  response: paymentConditions,
  handler: async ({ caller }) => ({ conditions: (await readCustomer(caller.customerId)).paymentConditions }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
