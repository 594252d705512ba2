import { z } from "zod";
import { trustedCustomerId } from "@/lib/auth/scope";

/** A job's name, payload and queue settings. The work itself is in `lib/<domain>/jobs.ts`. */
export interface JobSpec<P extends z.ZodType = z.ZodType> {
  name: string;
  payload: P;
  /**
   * Jobs of the same key run one after the other, and at most one more waits, so enqueueing is idempotent.
   * A job therefore never carries the change itself; it reads from the database what there is to do.
   */
  key(payload: z.output<P>): string;
  /** How many of these jobs one worker process runs at a time. */
  concurrency: number;
  /** Longest run in seconds. A job that dies is noticed earlier, by its missing heartbeat. */
  expireSeconds: number;
}

function job<P extends z.ZodType>(spec: JobSpec<P>): JobSpec<P> {
  return spec;
}

const ofCustomer = z.object({ customerId: trustedCustomerId });
const ofCollection = ofCustomer.extend({ collectionId: z.string() });
const nothing = z.object({});

export const jobs = {
  /** After connecting: the first sync, event subscriptions (several seconds at two calls a second), the creditor. */
  setUpConnection: job({
    name: "connections.set-up",
    payload: ofCustomer.extend({ type: z.string() }),
    key: (p) => `${p.customerId}:${p.type}`,
    concurrency: 10,
    expireSeconds: 300,
  }),
  /** Hourly safety net: missed events, verification status, lost subscriptions, unfinished work. */
  checkCustomer: job({
    name: "connections.check",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 10,
    expireSeconds: 300,
  }),
  /** After the database went back: enqueues the recovery of each supplier. */
  recoverAll: job({
    name: "schedule.recover",
    payload: nothing,
    key: () => "all",
    concurrency: 1,
    expireSeconds: 600,
  }),
  /**
   * Imports what the database has lost of a supplier in a failover: early, so that the supplier soon knows, and finally,
   * when no call from before can still make a payment.
   */
  recoverCustomer: job({
    name: "connections.recover",
    payload: ofCustomer.extend({ attempt: z.enum(["early", "final"]).default("final") }),
    key: (p) => `${p.customerId}:${p.attempt}`,
    concurrency: 10,
    expireSeconds: 300,
  }),
  /** Reconciles all our data with each vendor's, once a night. */
  compareCustomer: job({
    name: "connections.compare",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 4,
    expireSeconds: 3600,
  }),
  /** Syncs the accounting system. At two calls a second a long first run takes hours; it is resumed, not restarted. */
  syncInvoices: job({
    name: "invoices.sync",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 16,
    expireSeconds: 4 * 3600,
  }),
  /** Executes an instruction for many invoices. An interrupted run continues with those that have no outcome yet. */
  runBulk: job({
    name: "invoices.bulk",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 4,
    expireSeconds: 3600,
  }),
  decideInvoices: job({
    name: "collections.decide",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 8,
    expireSeconds: 600,
  }),
  /** Creates one collection's payment at the provider, or cancels it there. */
  carryOutCollection: job({
    name: "collections.carry-out",
    payload: ofCollection,
    key: (p) => p.collectionId,
    concurrency: 10,
    expireSeconds: 180,
  }),
  /** Handles the events of one supplier that webhooks and event lists have brought. */
  drainInbox: job({
    name: "inbox.drain",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 10,
    expireSeconds: 600,
  }),
  /** Prepares an invitation to sign at the provider and enqueues its mail. */
  inviteToSign: job({
    name: "mandates.invite",
    payload: ofCustomer.extend({ requestId: z.string() }),
    key: (p) => p.requestId,
    concurrency: 10,
    expireSeconds: 180,
  }),
  /** Cancels a mandate at the provider at the supplier's request. */
  cancelMandate: job({
    name: "mandates.cancel",
    payload: ofCustomer.extend({ mandateId: z.string() }),
    key: (p) => p.mandateId,
    concurrency: 5,
    expireSeconds: 180,
  }),
  /** Reminds a supplier's payers who were asked for a mandate and have not signed. */
  remindSigners: job({
    name: "mandates.remind",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 5,
    expireSeconds: 600,
  }),
  /** Finds mandates that already exist at the provider. */
  recogniseMandates: job({
    name: "mandates.recognise",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 5,
    expireSeconds: 900,
  }),
  /**
   * Books all of a supplier's waiting payouts, one after the other: they share the transfer account and its balance.
   * A system that takes single lines needs an hour for a payout of many payments. If the job expired earlier, its
   * second run would only wait for the first.
   */
  bookPayouts: job({
    name: "payouts.book",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 10,
    expireSeconds: 14_400,
  }),
  /** Imports the files that a supplier has confirmed, one after the other, each completely or not at all. */
  importDatevFiles: job({
    name: "datev.import",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 2,
    expireSeconds: 900,
  }),
  /** Sends a supplier's files to DATEV's data centre and asks for their results. */
  uploadDatevFiles: job({
    name: "datev.upload",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 4,
    expireSeconds: 600,
  }),
  /** Reads the files that wait in a supplier's in-tray, in the order in which they were received. */
  readEInvoices: job({
    name: "e-invoices.read",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 2,
    expireSeconds: 3600,
  }),
  /** Reads a supplier's own subscription again, with or without a webhook. */
  refreshContract: job({
    name: "subscriptions.refresh",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 4,
    expireSeconds: 300,
  }),
  /** Sends what is due to one endpoint of a supplier. */
  deliverWebhooks: job({
    name: "webhooks.deliver",
    payload: ofCustomer.extend({ endpointId: z.string() }),
    key: (p) => p.endpointId,
    concurrency: 10,
    expireSeconds: 300,
  }),
  /** Enqueues the deliveries that are due. */
  sweepWebhooks: job({ name: "webhooks.sweep", payload: nothing, key: () => "all", concurrency: 1, expireSeconds: 60 }),
  sendMail: job({
    name: "notices.send-mail",
    payload: z.object({ mailId: z.string() }),
    key: (p) => p.mailId,
    concurrency: 8,
    expireSeconds: 120,
  }),
  /** Mails a supplier's people the collections of a day, the evening before. */
  tellUpcoming: job({
    name: "notices.tell-upcoming",
    payload: ofCustomer.extend({ day: z.iso.date() }),
    key: (p) => `${p.customerId}:${p.day}`,
    concurrency: 4,
    expireSeconds: 120,
  }),
  /** Mails them what happened on a day, the morning after. */
  tellDay: job({
    name: "notices.tell-day",
    payload: ofCustomer.extend({ day: z.iso.date() }),
    key: (p) => `${p.customerId}:${p.day}`,
    concurrency: 4,
    expireSeconds: 120,
  }),
  /** Mails them at once what costs money. Alerts within a short time share one mail. */
  sendAlerts: job({
    name: "notices.send-alerts",
    payload: ofCustomer,
    key: (p) => p.customerId,
    concurrency: 4,
    expireSeconds: 120,
  }),
  /** Sends the link to a new password that somebody asked for. The address may be unknown. */
  sendReset: job({
    name: "accounts.send-reset",
    payload: z.object({ email: z.string() }),
    key: (p) => p.email,
    concurrency: 2,
    expireSeconds: 60,
  }),
  /** Reports that somebody is guessing at an account. The address may be unknown. */
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
  /** Polls the accounting systems without webhooks. */
  poll: job({ name: "schedule.poll", payload: nothing, key: () => "all", concurrency: 1, expireSeconds: 600 }),
  hourly: job({ name: "schedule.hourly", payload: nothing, key: () => "all", concurrency: 1, expireSeconds: 600 }),
  /** In the daytime, because it mails people. */
  daily: job({ name: "schedule.daily", payload: nothing, key: () => "all", concurrency: 1, expireSeconds: 600 }),
  /** Sandbox only: days passed in the twins' calendar at once. Does what the schedules would have done meanwhile. */
  passDays: job({ name: "schedule.pass-days", payload: nothing, key: () => "all", concurrency: 1, expireSeconds: 600 }),
  /** Sandbox only: afterwards sends the mails that belong to the new day. */
  tellPassed: job({
    name: "schedule.tell-passed",
    payload: nothing,
    key: () => "all",
    concurrency: 1,
    expireSeconds: 600,
  }),
  nightly: job({ name: "schedule.nightly", payload: nothing, key: () => "all", concurrency: 1, expireSeconds: 600 }),
} as const;

/** Cron expressions in German time. */
export const schedules = [
  { job: jobs.sweepWebhooks, cron: "* * * * *" },
  { job: jobs.poll, cron: "*/10 * * * *" },
  { job: jobs.hourly, cron: "7 * * * *" },
  { job: jobs.daily, cron: "40 9 * * 1-6" },
  // Not between two and three, an hour that one night a year lacks and another has twice. Missed runs are made up for.
  { job: jobs.nightly, cron: "20 3 * * *", missed: "once" },
  { job: jobs.sweepAccounts, cron: "50 3 * * *", missed: "once" },
  // Repeated until midnight and noon: a worker that was down at six or seven catches up, and nobody is mailed twice.
  { job: jobs.evening, cron: "*/10 18-23 * * *" },
  { job: jobs.morning, cron: "*/10 7-11 * * *" },
] as const;
