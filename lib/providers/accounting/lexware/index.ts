import { lexwareBookings } from "@/lib/providers/accounting/lexware/books/bookings";
import { lexwareDocuments } from "@/lib/providers/accounting/lexware/books/books";
import { lexwareSubscriptions } from "@/lib/providers/accounting/lexware/callbacks/subscriptions";
import type { Accounting } from "../port";
import { type LexwareAccess, LexwareClient } from "./client";
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
    books: lexwareDocuments(client),
    bookings: lexwareBookings(client, access.accountSystem),
    subscriptions: lexwareSubscriptions(client),
  };
}
