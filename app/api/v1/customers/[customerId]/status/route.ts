import { readStatus } from "@/lib/customers/data";
import { statusView } from "@/lib/customers/schema";
import { otherMethods } from "@/lib/http/other-methods";
import { ofCustomer } from "@/lib/http/params";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "reader",
  summary: "What stands between the supplier and the first collection",
  params: ofCustomer,
  response: statusView,
  handler: async ({ caller }) => await readStatus(caller.customerId),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
