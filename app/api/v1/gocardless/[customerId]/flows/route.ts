import { z } from "zod";
import { ofCustomer, pageOf, pageQuery } from "@/lib/http/params";
import { route } from "@/lib/http/route";
import { readRequestPage } from "@/lib/mandates/data";
import { mandateRequestView } from "@/lib/mandates/schema";

export const GET = route({
  access: "reader",
  summary: "Mandate requests, newest first",
  params: ofCustomer,
  query: pageQuery.extend({ name: z.string().max(200).optional() }),
  response: pageOf(mandateRequestView),
  handler: async ({ caller, query }) => await readRequestPage(caller.customerId, query),
});
