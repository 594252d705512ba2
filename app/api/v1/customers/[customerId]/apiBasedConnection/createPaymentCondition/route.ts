import { z } from "zod";
import { addPaymentCondition } from "@/lib/customers/mutations";
import { paymentCondition, paymentConditions } from "@/lib/customers/schema";
import { otherMethods } from "@/lib/http/other-methods";
import { ofCustomer } from "@/lib/http/params";
import { route } from "@/lib/http/route";
import { requireContract } from "@/lib/subscriptions/access";

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
