import { z } from "zod";
import { ofCustomer, pageOf, pageQuery } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { readContactPage } from "@/lib/payers/data";
import { contactMandateView } from "@/lib/payers/schema";

export const GET = route({
  access: "reader",
  summary: "Contacts of the accounting software with the state of their mandate",
  params: ofCustomer,
  query: pageQuery.extend({ sortBy: z.enum(["name"]).default("name"), name: z.string().max(200).optional() }),
  response: pageOf(contactMandateView),
  handler: async ({ caller, query }) => await readContactPage(caller.customerId, query),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
