import { z } from "zod";
import { changeAddress } from "@/lib/accounts/address-change-mutations";
import { ofUser } from "@/lib/accounts/api-schema";
import { emailAddress } from "@/lib/accounts/schema";
import { route } from "@/lib/http/route";

export const PUT = route({
  access: "reader",
  needsFreshProof: true,
  summary: "Change the email address: a proven one when the link in the new mailbox is used",
  params: ofUser,
  body: z.object({ email: emailAddress }),
  response: z.object({ isChanged: z.boolean() }),
  handler: async ({ caller, body }) => await changeAddress(caller, body.email),
});
