import { z } from "zod";
import { disconnect } from "@/lib/connections/record/provider";
import { requireOwnerFor } from "@/lib/connections/sign-in/payments-access";
import { DONE, done, ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { CONNECTABLE } from "@/lib/vendors/types";

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
