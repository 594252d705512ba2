import { accountView, readAccount } from "@/lib/connections/data";
import { otherMethods } from "@/lib/http/other-methods";
import { ofCustomer } from "@/lib/http/params";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "reader",
  summary: "The connected Lexware Office account",
  params: ofCustomer,
  response: accountView,
  handler: async ({ caller }) => await readAccount(caller.customerId, "LEXOFFICE"),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
