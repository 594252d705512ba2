/**
 * How long personal data is kept, class by class: for the nightly job, the privacy notice (`legal.retention` in messages/)
 * and docs/operations.md, so that all three say the same. Years of documents count from the end of the year.
 */
export const RETENTION = {
  /** Sessions, links, challenges, invitations, counted tries: none outlives its own end. */
  sessions: {},
  passwordResets: {},
  ceremonies: {},
  invitations: {},
  addressLinks: {},
  countedTries: {},
  /** Sign-ins at a vendor that were begun. */
  vendorSignIns: { days: 1 },
  /** Accounts whose email address nobody has proven, from the mail that asks for it (decision 053). */
  unprovenAccounts: { days: 7 },
  /** Lists out of DATEV that were handed in and never imported. */
  waitingLists: { days: 30 },
  /** Readings of the accounting system, but for the newest twenty of each supplier. */
  readings: { days: 90 },
  /** Events of vendors that were worked off, or belong to no supplier. */
  events: { days: 400 },
  /** Addresses of callers in the audit log, and with bulk runs and imports. */
  addresses: { days: 365 },
  /** Mails to payers and people: commercial letters (§ 257 HGB). */
  mails: { years: 6 },
  auditLog: { years: 8 },
  /** What came to a closed account after its end. */
  closedMail: {},
  /** Payers' names and accounts in mandates of closed accounts, from the last debit (rulebook of the scheme). */
  closedMandates: { months: 14 },
  /** Everything else of closed accounts: vouchers (§ 147 AO), from the year in which it was closed. */
  closedAccounts: { years: 8 },
} as const satisfies Record<string, { days?: number; months?: number; years?: number }>;

export type RetentionClass = keyof typeof RETENTION;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Rows from before that moment have been kept long enough. */
export function endOf(name: RetentionClass, at: Date): Date {
  const { days = 0, months = 0, years }: { days?: number; months?: number; years?: number } = RETENTION[name];
  // In Germany the year begins an hour before it does by UTC.
  if (years !== undefined) return new Date(Date.UTC(at.getUTCFullYear() - years, 0, 1) - HOUR_MS);
  const moved = new Date(at.getTime() - days * DAY_MS);
  const day = moved.getUTCDate();
  moved.setUTCMonth(moved.getUTCMonth() - months);
  // The month before may be shorter: then its last day.
  if (moved.getUTCDate() !== day) moved.setUTCDate(0);
  return moved;
}
