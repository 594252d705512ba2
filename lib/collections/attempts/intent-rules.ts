import { createHash } from "node:crypto";
import { isAccountingSystem } from "@/lib/vendors/rules";
import type { AccountingSystem } from "@/lib/vendors/types";

/**
 * What a collection is for: one attempt to collect one document. The ids are those of the accounting system, so they
 * outlive our own rows.
 */
export interface Intent {
  books: AccountingSystem;
  externalId: string;
  attempt: number;
}

/** Returns the intent reference, which is stored in the payment's metadata at the provider. */
export function intentReference({
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

/** Characters that the key's HTTP header can carry; Node refuses all others. */
const PRINTABLE = /^[\x20-\x7e]*$/;

/**
 * Returns the idempotency key of a collection: the same intent and amount always give the same key, another amount
 * gives another one. It is built from the accounting system's ids, not from ours. After a restore to an earlier moment
 * the document is read again and gets the same key. A reference with other characters ("RE–17" in a list from DATEV) is
 * replaced by its hash.
 */
export function intentKey(
  customerId: string,
  { amountCents, ...intent }: { books: string; externalId: string; attempt: number; amountCents: number },
): string {
  const mark = intentReference(intent);
  const named = PRINTABLE.test(mark) ? mark : createHash("sha256").update(mark).digest("hex");
  return `${customerId}:${named}:${amountCents}`;
}

/** Parses an intent reference; undefined if it is not one of ours. */
export function readIntent(mark: string | undefined): Intent | undefined {
  const [, books = "", externalId = "", attempt = ""] = /^(\w+):(.+):(\d{1,6})$/s.exec(mark ?? "") ?? [];
  return isAccountingSystem(books) ? { books, externalId, attempt: Number(attempt) } : undefined;
}
