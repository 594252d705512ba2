import { z } from "zod";
import { ofCustomer, pageOf, pageQuery, sortOrder } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { readRequestPage } from "@/lib/mandates/requests/data";
import { mandateRequestView } from "@/lib/mandates/schema";

export const GET = route({
  access: "reader",
  summary: "Mandate requests by their date, newest first by default",
  params: ofCustomer,
  query: pageQuery.extend({ sort: sortOrder.default("desc"), name: z.string().max(200).optional() }),
  response: pageOf(mandateRequestView),
  handler: async ({ caller, query }) => await readRequestPage(caller.customerId, query),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
