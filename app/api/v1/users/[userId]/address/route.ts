import { z } from "zod";
import { changeAddress } from "@/lib/accounts/address/change-mutations";
import { ofUser } from "@/lib/accounts/profile/api-schema";
import { emailAddress } from "@/lib/accounts/schema";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const PUT = route({
  access: "reader",
  refusesKeys: true,
  needsFreshProof: true,
  summary: "Change the email address: a proven one when the link in the new mailbox is used",
  params: ofUser,
  body: z.object({ email: emailAddress }),
  refusals: ["email_taken"],
  response: z.object({ isChanged: z.boolean() }),
  handler: async ({ caller, body }) => await changeAddress(caller, body.email),
});

export const { GET, POST, PATCH, DELETE, OPTIONS } = otherMethods({ PUT });
