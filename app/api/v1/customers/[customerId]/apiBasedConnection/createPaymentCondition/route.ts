import { z } from "zod";
import { readCustomer } from "@/lib/customers/data";
import { saveSettings } from "@/lib/customers/mutations";
import { paymentCondition, paymentConditions } from "@/lib/customers/schema";
import { ofCustomer } from "@/lib/http/params";
import { route } from "@/lib/http/route";
import { requireContract } from "@/lib/subscriptions/access";

export const POST = route({
  access: "member",
  gate: requireContract,
  summary: "Add a payment condition that means direct debit",
  params: ofCustomer,
  body: z.object({ paymentCondition }),
  response: paymentConditions,
  handler: async ({ caller, body }) => {
    const customer = await readCustomer(caller.customerId);
    const conditions = [...new Set([...customer.paymentConditions, body.paymentCondition])];
    await saveSettings(caller.customerId, { paymentConditions: conditions }, caller.actor);
    return { conditions };
  },
});
