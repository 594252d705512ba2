import type { Accounting } from "../port";
import { lexwareBookings } from "./bookings";
import { lexwareBooks } from "./books";
import { type LexwareAccess, LexwareClient } from "./client";
import { lexwareSubscriptions } from "./subscriptions";
import { LEXWARE } from "./system";

/**
 * Lexware Office through its partner API. Its surprises: validation failures are 406. The list labels overdue documents
 * `overdue`, while the document itself says `open`. No call sets a document to paid: money is booked as a finance
 * transaction plus one hint per document.
 */
export function lexwareAccounting(access: LexwareAccess & { accountSystem: string }): Accounting {
  const client = new LexwareClient(access);
  return {
    capabilities: LEXWARE.capabilities,
    books: lexwareBooks(client),
    bookings: lexwareBookings(client, access.accountSystem),
    subscriptions: lexwareSubscriptions(client),
  };
}
