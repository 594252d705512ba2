import { z } from "zod";
import { trustedCustomerId } from "@/lib/auth/scope";

/** What a job is called, carries, and how it is queued. The work itself stands in `lib/<domain>/jobs.ts`. */
export interface JobSpec<P extends z.ZodType = z.ZodType> {
  name: string;
  payload: P;
  /**
   * Jobs of the same key run one after the other, and at most one more waits: enqueueing is idempotent.
   * A job therefore never carries the change itself, it reads from the database what is to be done.
   */
  key(payload: z.output<P>): string;
  /** How many of them one worker process runs at a time. */
  concurrency: number;
  /** Longest run in seconds; a job that dies is noticed earlier, by its missing heartbeat. */
  expireSeconds: number;
  /** Runs for many seconds or more: fetched one by one, so that a short run does not wait for a long one of the same batch. */
  isLong?: boolean;
}

function job<P extends z.ZodType>(spec: JobSpec<P>): JobSpec<P> {
  return spec;
}

const ofCustomer = z.object({ customerId: trustedCustomerId });
const ofCollection = ofCustomer.extend({ collectionId: z.string() });
const nothing = z.object({});

export const jobs = {
  /** After connecting: event subscriptions (at two calls a second they take several), the creditor, the first reading. */
  setUpConnection: job({
    name: "connections.set-up",
    payload: ofCustomer.extend({ type: z.string() }),
    key: (p) => `${p.customerId}:${p.type}`,
    concurrency: 10,
    expireSeconds: 300,
    isLong: true,
  }),
  /** The hourly net: missed events, verification status, lost subscriptions, stuck work. */
  checkCustomer: job({
    name: "connections.check",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 10,
    expireSeconds: 300,
  }),
  /** Holds the vendor's word against ours, all of it, once a night. */
  compareCustomer: job({
    name: "connections.compare",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 4,
    expireSeconds: 3600,
    isLong: true,
  }),
  /** Reads the books; at two calls a second a long first run takes hours and is resumed, not restarted. */
  syncInvoices: job({
    name: "invoices.sync",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 16,
    expireSeconds: 4 * 3600,
    isLong: true,
  }),
  /** Works off what a supplier wished for many invoices; cut off, it goes on with what has no outcome yet. */
  runBulk: job({
    name: "invoices.bulk",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 4,
    expireSeconds: 3600,
    isLong: true,
  }),
  decideInvoices: job({
    name: "collections.decide",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 8,
    expireSeconds: 600,
  }),
  /** Brings one collection to the provider, or takes it back there. */
  carryOutCollection: job({
    name: "collections.carry-out",
    payload: ofCollection,
    key: (p) => p.collectionId,
    concurrency: 10,
    expireSeconds: 180,
  }),
  /** Works off what webhooks and event lists have brought in for one customer. */
  drainInbox: job({
    name: "inbox.drain",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 10,
    expireSeconds: 600,
  }),
  /** Prepares an invitation at the provider and promises its mail. */
  inviteToSign: job({
    name: "mandates.invite",
    payload: ofCustomer.extend({ requestId: z.string() }),
    key: (p) => p.requestId,
    concurrency: 10,
    expireSeconds: 180,
  }),
  /** Ends a mandate at the provider because the supplier said so. */
  cancelMandate: job({
    name: "mandates.cancel",
    payload: ofCustomer.extend({ mandateId: z.string() }),
    key: (p) => p.mandateId,
    concurrency: 5,
    expireSeconds: 180,
  }),
  /** Reminds a supplier's payers who were asked and have not signed. */
  remindSigners: job({
    name: "mandates.remind",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 5,
    expireSeconds: 600,
  }),
  /** Looks for mandates that exist at the provider already. */
  recogniseMandates: job({
    name: "mandates.recognise",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 5,
    expireSeconds: 900,
  }),
  /**
   * All of a supplier's payouts that wait, one after the other: they share the transfer account and its balance. Where lines
   * go one by one a payout of many debits takes an hour; one that expired meanwhile would only be kept waiting by it.
   */
  bookPayouts: job({
    name: "payouts.book",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 10,
    expireSeconds: 14_400,
    isLong: true,
  }),
  /** Imports the files a supplier has let through, one after the other, each whole or not at all. */
  importDatevFiles: job({
    name: "datev.import",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 2,
    expireSeconds: 900,
    isLong: true,
  }),
  /** Hands a supplier's files to DATEV's data centre and asks how they are doing. */
  uploadDatevFiles: job({
    name: "datev.upload",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 4,
    expireSeconds: 600,
  }),
  /** Reads a supplier's own subscription again, whether or not a webhook asked for it. */
  refreshContract: job({
    name: "subscriptions.refresh",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 4,
    expireSeconds: 300,
  }),
  sendMail: job({
    name: "notices.send-mail",
    payload: z.object({ mailId: z.string() }),
    key: (p) => p.mailId,
    concurrency: 8,
    expireSeconds: 120,
  }),
  /** Tells a supplier's people of the debits of a day, the evening before. */
  tellUpcoming: job({
    name: "notices.tell-upcoming",
    payload: ofCustomer.extend({ day: z.iso.date() }),
    key: (p) => `${p.customerId}:${p.day}`,
    concurrency: 4,
    expireSeconds: 120,
  }),
  /** Tells them what happened on a day, the morning after. */
  tellDay: job({
    name: "notices.tell-day",
    payload: ofCustomer.extend({ day: z.iso.date() }),
    key: (p) => `${p.customerId}:${p.day}`,
    concurrency: 4,
    expireSeconds: 120,
  }),
  /** Tells them at once what loses money; what comes within a short time goes into one mail. */
  sendAlerts: job({
    name: "notices.send-alerts",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 4,
    expireSeconds: 120,
  }),
  /** A link to a new password was asked for; the address may be nobody's. */
  sendReset: job({
    name: "accounts.send-reset",
    payload: z.object({ email: z.string() }),
    key: (p) => p.email,
    concurrency: 2,
    expireSeconds: 60,
  }),
  /** Somebody is guessing at an account; the address may be nobody's. */
  reportGuessing: job({
    name: "accounts.report-guessing",
    payload: z.object({ email: z.string(), guessed: z.enum(["password", "code"]) }),
    key: (p) => `${p.guessed}:${p.email}`,
    concurrency: 1,
    expireSeconds: 60,
  }),
  sweepAccounts: job({
    name: "accounts.sweep",
    payload: nothing,
    key: () => "all",
    concurrency: 1,
    expireSeconds: 600,
  }),
  evening: job({ name: "schedule.evening", payload: nothing, key: () => "all", concurrency: 1, expireSeconds: 600 }),
  morning: job({ name: "schedule.morning", payload: nothing, key: () => "all", concurrency: 1, expireSeconds: 600 }),
  /** Books that tell nothing by themselves are asked in between. */
  poll: job({ name: "schedule.poll", payload: nothing, key: () => "all", concurrency: 1, expireSeconds: 600 }),
  hourly: job({ name: "schedule.hourly", payload: nothing, key: () => "all", concurrency: 1, expireSeconds: 600 }),
  /** In the daytime: mails to people. */
  daily: job({ name: "schedule.daily", payload: nothing, key: () => "all", concurrency: 1, expireSeconds: 600 }),
  nightly: job({ name: "schedule.nightly", payload: nothing, key: () => "all", concurrency: 1, expireSeconds: 600 }),
} as const;

/** Cron expressions in German time. */
export const schedules = [
  { job: jobs.poll, cron: "*/10 * * * *" },
  { job: jobs.hourly, cron: "7 * * * *" },
  { job: jobs.daily, cron: "40 9 * * 1-6" },
  // Not between two and three, which one night of the year does not have and another has twice. Missed, they are made up for.
  { job: jobs.nightly, cron: "20 3 * * *", missed: "once" },
  { job: jobs.sweepAccounts, cron: "50 3 * * *", missed: "once" },
  // Again and again until midnight and noon: a worker that was down at six or seven catches up, and nothing is told twice.
  { job: jobs.evening, cron: "*/10 18-23 * * *" },
  { job: jobs.morning, cron: "*/10 7-11 * * *" },
] as const;
