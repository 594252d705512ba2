import { sendProofAgain } from "@/lib/accounts/address-mutations";
import { ofUser } from "@/lib/accounts/api-schema";
import { DONE, done } from "@/lib/http/params";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "reader",
  summary: "Send the link again that proves the email address",
  params: ofUser,
  response: done,
  handler: async ({ caller }) => {
    await sendProofAgain(caller.userId);
    return DONE;
  },
});
