import { z } from "zod";
import { ofCustomerAndId } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { requestMandate } from "@/lib/mandates/requests/mutations";
import { findContactId } from "@/lib/payers/data";
import { requireContract } from "@/lib/subscriptions/contract/access";

export const POST = route({
  access: "member",
  gate: requireContract,
  summary: "Make a mandate link without a mail",
  params: ofCustomerAndId,
  refusals: ["mandate_exists", "payer_deceased"],
  response: z.object({ requestId: z.string(), link: z.string() }),
  handler: async ({ caller, params }) => {
    const contactId = await findContactId(caller.customerId, params.id);
    return await requestMandate(caller.customerId, { contactId, byMail: false }, caller.actor);
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
