import type { Day } from "@/lib/core/time/dates";

/** The kinds of events in the feed, in the order of its filters. */
export const ACTIVITY_KINDS = ["debits", "mandates", "mails", "connections", "settings", "people"] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export function activityKindOf(value: string | undefined): ActivityKind | undefined {
  return ACTIVITY_KINDS.find((kind) => kind === value);
}

/** The table in which an event is stored. */
export type ActivitySource = "act" | "debit" | "payout" | "mandate" | "mail" | "notice";

/** Stands for Einzug in the filter of persons: events that no person caused. */
export const AUTOMATIC = "einzug";

export interface ActivityFilter {
  kind?: ActivityKind;
  /** A person's id, or `AUTOMATIC`. */
  person?: string;
  /** The first and the last day, both included. */
  from?: Day;
  until?: Day;
}
