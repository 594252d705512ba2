import type { Locale } from "@/lib/core/locales";
import type { Capabilities } from "@/lib/providers/accounting/port";
import {
  ASKED_SYSTEMS,
  FILED_SYSTEMS,
  type FileBasedSystem,
  type OnlineSystem,
} from "@/lib/providers/accounting/systems";

/** Accounting systems with an API. */
export const BOOKS = Object.keys(ASKED_SYSTEMS) as OnlineSystem[];

/** Accounting systems without an API. Their data comes by file. */
export const FILE_BASED_SYSTEMS = Object.keys(FILED_SYSTEMS) as FileBasedSystem[];

/** All accounting systems. A supplier uses one at a time. */
export const ACCOUNTING_SYSTEMS = [...BOOKS, ...FILE_BASED_SYSTEMS];
export type AccountingSystem = (typeof ACCOUNTING_SYSTEMS)[number];

/** The vendors that can be connected today. */
export const CONNECTABLE = [...ACCOUNTING_SYSTEMS, "GOCARDLESS"] as const;
export type Connectable = (typeof CONNECTABLE)[number];

/** Names of the vendors, the same in every language. */
export const VENDOR_NAMES = Object.fromEntries([
  ...Object.entries({ ...ASKED_SYSTEMS, ...FILED_SYSTEMS }).map(([type, { name }]) => [type, name]),
  ["GOCARDLESS", "GoCardless"],
]) as Record<Connectable, string>;

/** Returns the name of a vendor that is given as text; undefined if it is none of ours. */
export function vendorName(type: string | undefined): string | undefined {
  return Object.entries(VENDOR_NAMES).find(([known]) => known === type)?.[1];
}

/** Why an account that somebody signed in to is not connected, where the supplier can do something about it. */
const REFUSALS = ["account_in_use", "organisation_taken", "books_in_use", "proof_required"] as const;

/** Returns the text if it is such a reason. */
export function refusalOf(text: unknown): (typeof REFUSALS)[number] | undefined {
  return REFUSALS.find((one) => one === text);
}

type Way = Capabilities["connectsBy"];
type LetInBy<W extends Way> = {
  [T in OnlineSystem]: (typeof ASKED_SYSTEMS)[T]["capabilities"]["connectsBy"] extends W ? T : never;
}[OnlineSystem];

function letInBy<W extends Way>(way: W): LetInBy<W>[] {
  return BOOKS.filter((type): type is LetInBy<W> => ASKED_SYSTEMS[type].capabilities.connectsBy === way);
}

/** Vendors with a sign-in. The others give access by a key, or need none. */
export const OAUTH = [...letInBy("oauth"), "GOCARDLESS"] as const satisfies Connectable[];
export type OauthType = (typeof OAUTH)[number];

/** Accounting systems that give access by a key, which the supplier copies. */
export const KEYED = letInBy("api_key");
export type KeyType = (typeof KEYED)[number];

/** Returns where a supplier finds the key of a system, in the system's own terms. */
export function keyPlaceOf(type: KeyType, locale: Locale): string {
  return ASKED_SYSTEMS[type].keyPlace[locale];
}

export interface DisconnectFigures {
  /** Collections that the provider has and that are not paid out. They continue after a disconnection. */
  underWay: { count: number; cents: number };
  /** Those in euros; invoices in other currencies are not collected anyway. */
  openInvoices: { count: number; cents: number };
  openRequests: number;
}

/** The figures that a disconnection would affect, for the question before it, and how many mandates can be debited. */
export interface ConnectionFigures extends DisconnectFigures {
  mandates: number;
}
