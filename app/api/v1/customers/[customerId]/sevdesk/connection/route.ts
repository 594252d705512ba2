import { accountView, readAccount } from "@/lib/connections/record/data";
import { apiKeyInput } from "@/lib/connections/schema";
import { connectByKey } from "@/lib/connections/sign-in/key-provider";
import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const PUT = route({
  access: "member",
  needsProvenAddress: true,
  summary: "Check and save the API key of sevdesk, or replace it",
  params: ofCustomer,
  body: apiKeyInput,
  refusals: ["api_key_refused", "account_in_use", "organisation_taken", "books_in_use"],
  response: accountView,
  handler: async ({ caller, body }) => {
    await connectByKey(caller, "SEVDESK", body.apiKey);
    return await readAccount(caller.customerId, "SEVDESK");
  },
});

export const GET = route({
  access: "reader",
  summary: "The connected sevdesk account, its key masked",
  params: ofCustomer,
  response: accountView,
  handler: async ({ caller }) => await readAccount(caller.customerId, "SEVDESK"),
});

export const { POST, PATCH, DELETE, OPTIONS } = otherMethods({ GET, PUT });
