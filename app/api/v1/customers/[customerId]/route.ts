import { readCustomer } from "@/lib/customers/record/data";
import { customerView } from "@/lib/customers/schema";
import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "reader",
  summary: "The supplier",
  params: ofCustomer,
  response: customerView,
  handler: async ({ caller }) => await readCustomer(caller.customerId),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
