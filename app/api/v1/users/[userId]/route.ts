import { ofUser, userView } from "@/lib/accounts/profile/api-schema";
import { readUser } from "@/lib/accounts/profile/data";
import { saveProgress } from "@/lib/accounts/profile/mutations";
import { registrationProgress } from "@/lib/accounts/schema";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "reader",
  refusesKeys: true,
  summary: "The user who is signed in",
  params: ofUser,
  response: userView,
  handler: async ({ caller }) => await readUser(caller.customerId, caller.userId),
});

export const PUT = route({
  access: "reader",
  refusesKeys: true,
  summary: "Store the progress of the registration, and that the terms were accepted",
  params: ofUser,
  body: registrationProgress,
  refusals: ["terms_required"],
  response: userView,
  handler: async ({ caller, body }) => {
    await saveProgress(caller.userId, body);
    return await readUser(caller.customerId, caller.userId);
  },
});

export const { POST, PATCH, DELETE, OPTIONS } = otherMethods({ GET, PUT });
