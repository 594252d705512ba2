import { otherMethods } from "@/lib/http/other-methods";
import { ofCustomer } from "@/lib/http/params";
import { route } from "@/lib/http/route";
import { paymentMethodView } from "@/lib/subscriptions/schema";
import { readPaymentMethodView } from "@/lib/subscriptions/view-data";

export const GET = route({
  access: "reader",
  summary: "How the supplier pays us, or null",
  params: ofCustomer,
  response: paymentMethodView,
  handler: async ({ caller }) => await readPaymentMethodView(caller.customerId),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
