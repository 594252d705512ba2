import { readEmailPreferences } from "@/lib/accounts/data";
import { saveEmailPreferences } from "@/lib/accounts/profile-mutations";
import { emailPreferences } from "@/lib/accounts/schema";
import { otherMethods } from "@/lib/http/other-methods";
import { ofCustomer } from "@/lib/http/params";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "reader",
  summary: "Which mails the caller wants besides those that the account needs",
  params: ofCustomer,
  response: emailPreferences,
  handler: async ({ caller }) => await readEmailPreferences(caller.userId),
});

export const POST = route({
  access: "reader",
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
