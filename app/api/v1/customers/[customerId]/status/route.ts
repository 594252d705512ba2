import { readStatus } from "@/lib/customers/record/data";
import { statusView } from "@/lib/customers/schema";
import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "reader",
  summary: "What is missing before the first collection",
  params: ofCustomer,
  response: statusView,
  handler: async ({ caller }) => await readStatus(caller.customerId),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
