import type { Accounting, Capabilities } from "../port";
import { lexwareBookings } from "./bookings";
import { lexwareBooks } from "./books";
import { type LexwareAccess, LexwareClient } from "./client";
import { lexwareSubscriptions } from "./subscriptions";

export const LEXWARE_CAPABILITIES: Capabilities = {
  readsBy: "call",
  isConfirmingBookings: true,
  connectsBy: "oauth",
  isCallingBack: true,
  settlesBy: "hint",
  postsAllOrNone: true,
  namesCompany: true,
  largestPage: 250,
};

/**
 * Lexware Office over its partner API. What surprised us: validation failures are 406, the list labels overdue
 * documents `overdue` while the document itself says `open`, and nothing can be set to paid: money is booked as a
 * finance transaction plus one hint per document.
 */
export function lexwareAccounting(access: LexwareAccess & { accountSystem: string }): Accounting {
  const client = new LexwareClient(access);
  return {
    capabilities: LEXWARE_CAPABILITIES,
    books: lexwareBooks(client),
    bookings: lexwareBookings(client, access.accountSystem),
    subscriptions: lexwareSubscriptions(client),
  };
}
