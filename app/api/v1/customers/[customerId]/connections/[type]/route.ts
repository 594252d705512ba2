import { z } from "zod";
import { disconnect } from "@/lib/connections/mutations";
import { requireOwnerFor } from "@/lib/connections/payments-access";
import { CONNECTABLE } from "@/lib/connections/types";
import { otherMethods } from "@/lib/http/other-methods";
import { DONE, done, ofCustomer } from "@/lib/http/params";
import { route } from "@/lib/http/route";

export const DELETE = route({
  access: "member",
  summary: "Disconnect an integration; GoCardless only by an owner",
  params: ofCustomer.extend({ type: z.enum(CONNECTABLE) }),
  refusals: ["connection_missing"],
  response: done,
  handler: async ({ caller, params }) => {
    requireOwnerFor(params.type, caller);
    await disconnect(caller.customerId, params.type, caller.actor);
    return DONE;
  },
});

export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods({ DELETE });
