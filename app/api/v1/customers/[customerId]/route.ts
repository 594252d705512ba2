import { readCustomer } from "@/lib/customers/data";
import { customerView } from "@/lib/customers/schema";
import { otherMethods } from "@/lib/http/other-methods";
import { ofCustomer } from "@/lib/http/params";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "reader",
  summary: "The supplier",
  params: ofCustomer,
  response: customerView,
  handler: async ({ caller }) => await readCustomer(caller.customerId),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
