import type { Locale } from "@/lib/core/locales";
import type { Capabilities } from "@/lib/providers/accounting/port";
import { ASKED_SYSTEMS, type BooksType, FILED_SYSTEMS, type FileBooksType } from "@/lib/providers/accounting/systems";

/** Systems whose books can be asked. */
export const BOOKS = Object.keys(ASKED_SYSTEMS) as BooksType[];

/** Books that cannot be asked: what we know of them comes by file. */
export const FILE_BOOKS = Object.keys(FILED_SYSTEMS) as FileBooksType[];

/** A supplier keeps the books in one of these at a time. */
export const ALL_BOOKS = [...BOOKS, ...FILE_BOOKS];
export type AnyBooks = (typeof ALL_BOOKS)[number];

/** The integrations that can be connected today. */
export const CONNECTABLE = [...ALL_BOOKS, "GOCARDLESS"] as const;
export type Connectable = (typeof CONNECTABLE)[number];

/** Names of the vendors are names: the same in every language. */
export const VENDOR_NAMES = Object.fromEntries([
  ...Object.entries({ ...ASKED_SYSTEMS, ...FILED_SYSTEMS }).map(([type, { name }]) => [type, name]),
  ["GOCARDLESS", "GoCardless"],
]) as Record<Connectable, string>;

/** The name of a vendor that is only known as a text; undefined if it is none of ours. */
export function vendorName(type: string | undefined): string | undefined {
  return Object.entries(VENDOR_NAMES).find(([known]) => known === type)?.[1];
}

/** Why an account that somebody signed in to is not connected, where something can be done about it here. */
const REFUSALS = ["account_in_use", "organisation_taken", "books_in_use", "proof_required"] as const;

/** One of these if the text is one. */
export function refusalOf(text: unknown): (typeof REFUSALS)[number] | undefined {
  return REFUSALS.find((one) => one === text);
}

type Way = Capabilities["connectsBy"];
type LetInBy<W extends Way> = {
  [T in BooksType]: (typeof ASKED_SYSTEMS)[T]["capabilities"]["connectsBy"] extends W ? T : never;
}[BooksType];

function letInBy<W extends Way>(way: W): LetInBy<W>[] {
  return BOOKS.filter((type): type is LetInBy<W> => ASKED_SYSTEMS[type].capabilities.connectsBy === way);
}

/** Those at which one signs in; the others let us in by a key, or need no letting in. */
export const OAUTH = [...letInBy("oauth"), "GOCARDLESS"] as const satisfies Connectable[];
export type OauthType = (typeof OAUTH)[number];

/** Those that let us in by a key the supplier copies over. */
export const KEYED = letInBy("api_key");
export type KeyType = (typeof KEYED)[number];

/** Where a supplier finds the key of a system, as the system itself tells it. */
export function keyPlaceOf(type: KeyType, locale: Locale): string {
  return ASKED_SYSTEMS[type].keyPlace[locale];
}

export interface DisconnectFigures {
  /** Known to the provider and not yet paid out: they take their course. */
  underWay: { count: number; cents: number };
  /** Those in euros: the others are not collected as it is. */
  openInvoices: { count: number; cents: number };
  openRequests: number;
}

/** What a disconnection would touch, for the question before it, and how many mandates can be debited. */
export interface ConnectionFigures extends DisconnectFigures {
  mandates: number;
}
