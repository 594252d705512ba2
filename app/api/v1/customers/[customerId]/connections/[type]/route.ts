import { z } from "zod";
import { disconnect } from "@/lib/connections/mutations";
import { CONNECTABLE } from "@/lib/connections/types";
import { DONE, done, ofCustomer } from "@/lib/http/params";
import { route } from "@/lib/http/route";

export const DELETE = route({
  access: "member",
  summary: "Disconnect an integration",
  params: ofCustomer.extend({ type: z.enum(CONNECTABLE) }),
  response: done,
  handler: async ({ caller, params }) => {
    await disconnect(caller.customerId, params.type, caller.actor);
    return DONE;
  },
});
