import { env } from "@/lib/core/env";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { webhook } from "@/lib/http/webhook";
import { storeEvents } from "@/lib/inbox/group-commit";
import { toIncomingEvent } from "@/lib/inbox/mutations";
import { readGocardlessWebhook } from "@/lib/providers/payments/gocardless/webhook";

export const POST = webhook({
  provider: "gocardless",
  badSignatureStatus: 498,
  receive: async (raw, headers) => {
    const events = readGocardlessWebhook(raw, headers.get("webhook-signature"), env().GOCARDLESS_WEBHOOK_SECRET);
    if (!events) return "bad-signature";
    const rows = events.map((event) => toIncomingEvent(event, event.organisationId));
    return { stored: await storeEvents("GOCARDLESS", rows) };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
