import { UNPROVEN_DAYS } from "@/lib/accounts/address/rules";

/**
 * How long personal data is kept, by class. The nightly job, the privacy notice (`legal.retention` in messages/) and
 * docs/operations.md agree with this table. Periods in years count from the end of the year.
 */
export const RETENTION = {
  /** Sessions, links, challenges, invitations and counted attempts: until they expire. */
  sessions: {},
  passwordResets: {},
  ceremonies: {},
  invitations: {},
  addressLinks: {},
  countedTries: {},
  /** Sign-ins at a vendor that were started. */
  vendorSignIns: { days: 1 },
  /** Accounts with an unproven email address, from the mail that asks for the proof (decision 053). */
  unprovenAccounts: { days: UNPROVEN_DAYS },
  /** Lists from DATEV that were uploaded and never imported. */
  waitingLists: { days: 30 },
  /** E-invoices that were refused. */
  refusedFiles: { days: 90 },
  /** Runs that read the accounting system, except the newest twenty of each supplier. */
  readings: { days: 90 },
  /** Vendors' events that were handled, or belong to no supplier. */
  events: { days: 400 },
  /** Messages of webhooks, with the log of their deliveries. */
  webhooks: { days: 30 },
  /** Callers' IP addresses in the audit log, and with bulk runs and imports. */
  addresses: { days: 365 },
  /** Mails to payers and people: commercial letters (§ 257 HGB). */
  mails: { years: 6 },
  auditLog: { years: 8 },
  /** Mails and vendors' events that a closed account received after its end. */
  closedMail: {},
  /** Payers' names and accounts in mandates of closed accounts, from the last debit (rulebook of the scheme). */
  closedMandates: { months: 14 },
  /** Everything else of closed accounts: vouchers (§ 147 AO), from the year of the closing. */
  closedAccounts: { years: 8 },
} as const satisfies Record<string, { days?: number; months?: number; years?: number }>;

export type RetentionClass = keyof typeof RETENTION;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Returns the moment before which rows of a class have been kept long enough. */
export function endOf(name: RetentionClass, at: Date): Date {
  const { days = 0, months = 0, years }: { days?: number; months?: number; years?: number } = RETENTION[name];
  // In Germany the year begins an hour earlier than in UTC.
  if (years !== undefined) return new Date(Date.UTC(at.getUTCFullYear() - years, 0, 1) - HOUR_MS);
  const moved = new Date(at.getTime() - days * DAY_MS);
  const day = moved.getUTCDate();
  moved.setUTCMonth(moved.getUTCMonth() - months);
  // The target month may be shorter; then its last day counts.
  if (moved.getUTCDate() !== day) moved.setUTCDate(0);
  return moved;
}
