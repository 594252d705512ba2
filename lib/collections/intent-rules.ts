import { createHash } from "node:crypto";
import { isAnyBooks } from "@/lib/connections/rules";
import type { AnyBooks } from "@/lib/connections/types";

/** What a debit is for: an attempt to collect a document of the books, by names that outlive our own rows. */
export interface Intent {
  books: AnyBooks;
  externalId: string;
  attempt: number;
}

/** The intent as it stands on the debit at the provider. */
export function intentMark({
  books,
  externalId,
  attempt,
}: {
  books: string;
  externalId: string;
  attempt: number;
}): string {
  return `${books}:${externalId}:${attempt}`;
}

/** What the key's header can carry; Node refuses to send all else. */
const PRINTABLE = /^[\x20-\x7e]*$/;

/**
 * The idempotency key of a debit: the same intent always has the same key, another amount never. It is made of what the
 * books say, not of our own ids: a database that was restored to an earlier moment, and reads the document anew, comes
 * to the same key again. A document whose id has other letters ("RE–17" in a list from DATEV) is named by a hash of it.
 */
export function intentKey(
  customerId: string,
  { amountCents, ...intent }: { books: string; externalId: string; attempt: number; amountCents: number },
): string {
  const mark = intentMark(intent);
  const named = PRINTABLE.test(mark) ? mark : createHash("sha256").update(mark).digest("hex");
  return `${customerId}:${named}:${amountCents}`;
}

/** Undefined for a mark that is none of ours. */
export function readIntent(mark: string | undefined): Intent | undefined {
  const [, books = "", externalId = "", attempt = ""] = /^(\w+):(.+):(\d{1,6})$/s.exec(mark ?? "") ?? [];
  return isAnyBooks(books) ? { books, externalId, attempt: Number(attempt) } : undefined;
}
