import { z } from "zod";
import { readContactPage } from "@/lib/contacts/data";
import { contactMandateView } from "@/lib/contacts/schema";
import { otherMethods } from "@/lib/http/other-methods";
import { ofCustomer, pageOf, pageQuery } from "@/lib/http/params";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "reader",
  summary: "Contacts of the books with the state of their mandate",
  params: ofCustomer,
  query: pageQuery.extend({ sortBy: z.enum(["name"]).default("name"), name: z.string().max(200).optional() }),
  response: pageOf(contactMandateView),
  handler: async ({ caller, query }) => await readContactPage(caller.customerId, query),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
