import { z } from "zod";
import { readConditionsInAccounting } from "@/lib/connections/record/data";
import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "reader",
  summary: "The payment conditions of the accounting software",
  params: ofCustomer,
  refusals: ["connection_missing", "connection_revoked", "provider_unavailable", "provider_refused"],
  response: z.array(z.object({ label: z.string() })),
  handler: async ({ caller }) => (await readConditionsInAccounting(caller.customerId)).map((label) => ({ label })),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
