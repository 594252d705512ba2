import { z } from "zod";
import { readConditionsInBooks } from "@/lib/connections/data";
import { otherMethods } from "@/lib/http/other-methods";
import { ofCustomer } from "@/lib/http/params";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "reader",
  summary: "The payment conditions kept in the books",
  params: ofCustomer,
  refusals: ["connection_missing", "connection_revoked", "provider_unavailable", "provider_refused"],
  response: z.array(z.object({ label: z.string() })),
  handler: async ({ caller }) => (await readConditionsInBooks(caller.customerId)).map((label) => ({ label })),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
