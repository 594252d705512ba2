import { z } from "zod";
import { addPaymentCondition } from "@/lib/customers/record/mutations";
import { paymentCondition, paymentConditions } from "@/lib/customers/schema";
import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { requireContract } from "@/lib/subscriptions/contract/access";

export const POST = route({
  access: "member",
  gate: requireContract,
  summary: "Add a payment condition that means direct debit",
  params: ofCustomer,
  body: z.object({ paymentCondition }),
  refusals: ["payment_condition_invalid", "premium_required"],
  response: paymentConditions,
  handler: async ({ caller, body }) => ({
    conditions: await addPaymentCondition(caller.customerId, body.paymentCondition, caller.actor),
  }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
