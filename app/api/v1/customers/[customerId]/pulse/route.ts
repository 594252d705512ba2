import { z } from "zod";
import { readPulse } from "@/lib/customers/record/data";
import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "reader",
  summary: "A version that changes with anything a screen shows",
  params: ofCustomer,
  response: z.object({ stamp: z.string() }),
  handler: async ({ caller }) => ({ stamp: await readPulse(caller.customerId) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
