import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { readPaymentMethodView } from "@/lib/subscriptions/contract/view-data";
import { paymentMethodView } from "@/lib/subscriptions/schema";

export const GET = route({
  access: "reader",
  summary: "How the supplier pays us, or null",
  params: ofCustomer,
  response: paymentMethodView,
  handler: async ({ caller }) => await readPaymentMethodView(caller.customerId),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
