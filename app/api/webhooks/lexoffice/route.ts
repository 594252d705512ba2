import { env } from "@/lib/core/env";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { webhook } from "@/lib/http/webhook";
import { storeEvents } from "@/lib/inbox/group-commit";
import { readLexwareWebhook } from "@/lib/providers/accounting/lexware/callbacks/webhook";

export const POST = webhook({
  provider: "lexoffice",
  badSignatureStatus: 401,
  receive: async (raw, headers) => {
    const event = await readLexwareWebhook(raw, headers.get("x-lxo-signature"), env().LEXOFFICE_PUBLIC_KEY_URL);
    if (!event) return "bad-signature";
    // "invoice.status.changed" is about an invoice, "payment.changed" about the document that it pays.
    const resource = event.type.split(".")[0] ?? "";
    const { eventId, organisationId, occurredAt, type: action } = event;
    return {
      stored: await storeEvents("LEXOFFICE", [
        { eventId, organisationId, occurredAt, action, subject: `${resource}:${event.resourceId}`, payload: event },
      ]),
    };
  },
});

/**
 * Answers Lexware's check: before it accepts an address for a subscription, it sends HEAD to see whether a server
 * answers.
 */
export function HEAD(): Response {
  return new Response(null, { status: 200 });
}

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ HEAD, POST });
