import { sendProofAgain } from "@/lib/accounts/address/mutations";
import { ofUser } from "@/lib/accounts/profile/api-schema";
import { DONE, done } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "reader",
  refusesKeys: true,
  summary: "Send the link again that proves the email address",
  params: ofUser,
  refusals: ["conflict"],
  response: done,
  handler: async ({ caller }) => {
    await sendProofAgain(caller.userId);
    return DONE;
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
