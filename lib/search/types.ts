/** The kinds of things that a search finds, in the order in which they are shown. */
export const FOUND_KINDS = ["payers", "invoices", "payouts", "mandates", "settings", "help"] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

/** One result: the page it leads to, its name, and what tells it apart from others of that name. */
export interface Found {
  href: string;
  title: string;
  detail?: string;
  amountCents?: number;
  currency?: string;
}

export type FoundGroups = Record<FoundKind, Found[]>;

/** Maximum length of a query, in characters; a longer one is cut. */
export const MAX_QUERY_LENGTH = 100;
