import type { Accounting } from "../port";
import { sevdeskBookings } from "./bookings";
import { sevdeskBooks } from "./books";
import { type SevdeskAccess, SevdeskClient } from "./client";
import { SEVDESK } from "./system";

/**
 * sevdesk over its API. What surprised us: the key goes bare into the header and nearly every value comes as a text;
 * nothing calls us when something changes; invoices have no due date and contacts no mail; persons are left out of the
 * list unless asked for; a booking is not idempotent and has no place for a reference of ours.
 */
export function sevdeskAccounting(access: SevdeskAccess): Accounting {
  const client = new SevdeskClient(access);
  return {
    capabilities: SEVDESK.capabilities,
    books: sevdeskBooks(client),
    bookings: sevdeskBookings(client),
    // There are no callbacks to ask for.
    subscriptions: { ensure: async () => 0 },
  };
}
