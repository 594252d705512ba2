import { z } from "zod";
import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { readPayouts } from "@/lib/payouts/record/data";
import { payoutView } from "@/lib/payouts/schema";

export const GET = route({
  access: "reader",
  summary: "Payouts of GoCardless, newest first",
  params: ofCustomer,
  response: z.array(payoutView),
  handler: async ({ caller }) => await readPayouts(caller.customerId),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
