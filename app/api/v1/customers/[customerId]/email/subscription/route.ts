import { readEmailPreferences } from "@/lib/accounts/profile/data";
import { saveEmailPreferences } from "@/lib/accounts/profile/mutations";
import { emailPreferences } from "@/lib/accounts/schema";
import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "reader",
  refusesKeys: true,
  summary: "Which mails the caller wants besides those that the account needs",
  params: ofCustomer,
  response: emailPreferences,
  handler: async ({ caller }) => await readEmailPreferences(caller.userId),
});

export const POST = route({
  access: "reader",
  refusesKeys: true,
  summary: "Choose which mails to get",
  params: ofCustomer,
  body: emailPreferences,
  response: emailPreferences,
  handler: async ({ caller, body }) => {
    await saveEmailPreferences(caller.userId, body);
    return await readEmailPreferences(caller.userId);
  },
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET, POST });
