import type { ConnectionType } from "@/lib/core/prisma/enums";
import type { BooksType, FileBooksType } from "@/lib/providers/accounting/registry";

/** Systems whose books can be asked. */
export const BOOKS = ["LEXOFFICE", "SEVDESK"] as const satisfies BooksType[];

/** Books that cannot be asked: what we know of them comes by file. */
export const FILE_BOOKS = ["DATEV"] as const satisfies FileBooksType[];

/** A supplier keeps the books in one of these at a time. */
export const ALL_BOOKS = [...BOOKS, ...FILE_BOOKS] as const;
export type AnyBooks = (typeof ALL_BOOKS)[number];

/** The integrations that can be connected today. */
export const CONNECTABLE = [...ALL_BOOKS, "GOCARDLESS"] as const satisfies ConnectionType[];
export type Connectable = (typeof CONNECTABLE)[number];

/** Names of the vendors are names: the same in every language. */
export const VENDOR_NAMES: Record<Connectable, string> = {
  LEXOFFICE: "Lexware Office",
  SEVDESK: "sevdesk",
  DATEV: "DATEV",
  GOCARDLESS: "GoCardless",
};

/** The name of a vendor that is only known as a text; undefined if it is none of ours. */
export function vendorName(type: string | undefined): string | undefined {
  return Object.entries(VENDOR_NAMES).find(([known]) => known === type)?.[1];
}

/** Those at which one signs in; the others let us in by a key, or need no letting in. */
export const OAUTH = ["LEXOFFICE", "GOCARDLESS"] as const satisfies Connectable[];
export type OauthType = (typeof OAUTH)[number];

/** Those that let us in by a key the supplier copies over. */
export const KEYED = ["SEVDESK"] as const satisfies Connectable[];
export type KeyType = (typeof KEYED)[number];
