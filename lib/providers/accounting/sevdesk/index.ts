import { sevdeskBookings } from "@/lib/providers/accounting/sevdesk/books/bookings";
import { sevdeskDocuments } from "@/lib/providers/accounting/sevdesk/books/books";
import type { Accounting } from "../port";
import { type SevdeskAccess, SevdeskClient } from "./client";
import { SEVDESK } from "./system";

/**
 * sevdesk through its API. Its surprises: the header contains the bare key, and nearly every value is text. There are
 * no webhooks. Invoices have no due date, and contacts no e-mail address. The list omits persons unless requested. A
 * booking is not idempotent and has no field for a reference of ours.
 */
export function sevdeskAccounting(access: SevdeskAccess): Accounting {
  const client = new SevdeskClient(access);
  return {
    capabilities: SEVDESK.capabilities,
    books: sevdeskDocuments(client),
    bookings: sevdeskBookings(client),
    // sevdesk has no webhooks to subscribe to.
    subscriptions: { ensure: async () => 0 },
  };
}
