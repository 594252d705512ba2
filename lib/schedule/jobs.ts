import { type CustomerId, trustedCustomerId } from "@/lib/auth/scope";
import { reconcileSinceStart } from "@/lib/collections/execution/orphan-provider";
import { placeInNight } from "@/lib/comparisons/rules";
import { storeCreditor } from "@/lib/connections/account/creditor-mutations";
import { endHold } from "@/lib/connections/hold/mutations";
import { spreadOverRound } from "@/lib/connections/pace/check-rules";
import { withAccounting, withDirectDebit } from "@/lib/connections/provider/access";
import { wantSync } from "@/lib/connections/record/mutations";
import { storeExternalSchedules } from "@/lib/connections/schedules/mutations";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/telemetry/log";
import { now } from "@/lib/core/time/clock";
import { ProviderError } from "@/lib/core/web/provider-error";
import { invalidateAll } from "@/lib/decision-queue/mutations";
import { storeEvents } from "@/lib/inbox/group-commit";
import { toIncomingEvent } from "@/lib/inbox/mutations";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue, enqueueAll, enqueueNow } from "@/lib/jobs/queue";
import { work } from "@/lib/jobs/runner";
import { raiseNotice, resolveNotice } from "@/lib/notices/mutations";
import { observeParts } from "@/lib/operations/parts/mutations";
import { callbacksOf } from "@/lib/providers/accounting/registry";
import { capabilitiesOf } from "@/lib/providers/accounting/systems";
import type { DirectDebit, Window } from "@/lib/providers/payments/port";
import { isOfConnection, isOnlineSystem, onlineSystemOf } from "@/lib/vendors/rules";
import { BOOKS } from "@/lib/vendors/types";
import { isReadingDue } from "./checks/data";
import { enqueueUnfinished } from "./checks/mutations";
import { billedCustomers, connectedCustomers } from "./data";

/** Sets up a new connection: subscriptions, account data, and the work that waited. Each step is safe to repeat. */
export const setUpConnection = work(jobs.setUpConnection, async ({ customerId, type }) => {
  await quietly(async () => {
    if (isOnlineSystem(type)) {
      const readList = () => db.$transaction((tx) => wantSync(tx, customerId, "listing"));
      // The newcomer sees invoices at once: subscribing takes several seconds at two calls a second.
      await readList();
      if (!capabilitiesOf(type).isCallingBack) return;
      await ensureSubscriptions(customerId);
      // What changed in between was reported to nobody.
      await readList();
    } else if (type === "GOCARDLESS") {
      await withDirectDebit(customerId, async (gc) => {
        await storeCreditor(customerId, await gc.account.creditor());
        // Before the mandates: nothing is collected until those are read, so external schedules are known by then.
        await storeExternalSchedules(customerId, await gc.account.externalSchedules());
      });
      await enqueueNow(jobs.recogniseMandates, { customerId });
    }
  });
  await enqueueUnfinished(customerId);
});

/** Events are read again from this long before the last reading, because the vendor's lists lag a little. */
const OVERLAP_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;
const LOOK_BACK_MS = 7 * DAY_MS;
/** After a long outage events are read in windows of this length. An interrupted run resumes with the next window. */
const PIECE_MS = 7 * DAY_MS;

/** Hourly safety net under the webhooks: finds events that got lost and work that was interrupted. */
export const checkCustomer = work(jobs.checkCustomer, async ({ customerId }) => {
  const connections = await db.connection.findMany({ where: { customerId, status: "connected" } });
  const payments = connections.find((row) => row.type === "GOCARDLESS");
  const books = onlineSystemOf(connections);
  if (payments) {
    if (payments.heldUntil) await endHold(customerId);
    const isDaily = isDayAgo(payments.schedulesReadAt);
    const last = payments.eventsReadUntil ?? payments.connectedAt ?? now();
    // A truncated list hides events that no later reading would ask for, so once a day the last week is read again. It
    // never starts before `accountSince`: earlier events of the account are not ours to book.
    const end = now();
    const back = Math.max(end.getTime() - LOOK_BACK_MS, payments.accountSince?.getTime() ?? 0);
    const since = isDaily ? new Date(Math.min(last.getTime(), back)) : last;
    // What is under verification may change at any hour.
    const isDue = isDaily || payments.verificationStatus !== "successful";
    await quietly(async () => {
      if (!isDue && !(await isReadingDue(payments))) return;
      // Runs before the progress of the events is stored, because that progress decides how far back this looks.
      await reconcileSinceStart(customerId);
      await catchUpEvents(customerId, since, end);
      if (isDue) await readAccount(customerId, isDaily);
    });
  }
  if (books) {
    if (capabilitiesOf(books.type).isCallingBack && isDayAgo(books.subscriptionsCheckedAt))
      await quietly(() => ensureSubscriptions(customerId));
    await db.$transaction((tx) => wantSync(tx, customerId, "listing"));
  }
  await enqueueUnfinished(customerId);
});

function isDayAgo(at: Date | null): boolean {
  return now().getTime() - (at?.getTime() ?? 0) > DAY_MS;
}

/** The creditor and external schedules change seldom, so one reading a day is enough. */
async function readAccount(customerId: CustomerId, readsSchedules: boolean): Promise<void> {
  const read = async (gc: DirectDebit) => {
    await storeCreditor(customerId, await gc.account.creditor());
    if (readsSchedules) await storeExternalSchedules(customerId, await gc.account.externalSchedules());
  };
  await withDirectDebit(customerId, read, "checks");
}

/**
 * Reads all events since the last reading, however long ago that was. Those from webhooks are in the inbox already.
 * Stores each page at once, and the progress after each window.
 */
async function catchUpEvents(customerId: CustomerId, since: Date, end: Date): Promise<void> {
  const where = { customerId, type: "GOCARDLESS" } as const;
  const { organisationId } = await db.connection.findUniqueOrThrow({ where: { customerId_type: where } });
  const read = async (gc: DirectDebit) => {
    let from = since;
    let stored = 0;
    do {
      const until = new Date(Math.min(from.getTime() + PIECE_MS, end.getTime()));
      // The newest window has no end, so it includes events that happen during the reading.
      const piece = { since: new Date(from.getTime() - OVERLAP_MS), ...(until < end ? { until } : {}) };
      stored += await storePiece(gc, organisationId, piece);
      await db.connection.updateMany({
        where: { ...where, OR: [{ eventsReadUntil: null }, { eventsReadUntil: { lt: until } }] },
        data: { eventsReadUntil: until },
      });
      from = until;
    } while (from < end);
    if (stored > 0) log.warn({ stored }, "missed webhooks: events found in the vendor's list");
  };
  await withDirectDebit(customerId, read, "checks");
}

/** Stores the events of one window. @returns how many were new */
async function storePiece(gc: DirectDebit, organisationId: string | null, piece: Window): Promise<number> {
  let stored = 0;
  let cursor: string | undefined;
  do {
    const { rows, next } = await gc.account.events({ ...piece, cursor });
    stored += await storeEvents(
      "GOCARDLESS",
      // GoCardless lists the newest events first; the inbox has them in the order in which they happened.
      rows.toReversed().map((event) => toIncomingEvent(event, organisationId)),
    );
    cursor = next;
  } while (cursor);
  return stored;
}

async function ensureSubscriptions(customerId: CustomerId): Promise<void> {
  try {
    const made = await withAccounting(customerId, async ({ subscriptions }, type) => {
      const callbacks = callbacksOf(type);
      return callbacks ? await subscriptions.ensure(`${env().APP_URL}${callbacks.path}`) : 0;
    });
    if (made > 0) log.info({ made }, "webhook subscriptions created");
    await db.$transaction(async (tx) => {
      await tx.connection.updateMany({
        where: { customerId, type: { in: [...BOOKS] }, status: "connected" },
        data: { subscriptionsCheckedAt: now() },
      });
      await resolveNotice(tx, customerId, "subscription-broken");
    });
  } catch (error) {
    // The hourly listing still finds everything, only later. So the check continues, and a notice tells the supplier.
    if (!(error instanceof ProviderError) || error.isRetryable) throw error;
    await db.$transaction((tx) =>
      raiseNotice(tx, customerId, { key: "subscription-broken", kind: "subscription_broken" }),
    );
  }
}

/** Ignores that the connection has ended meanwhile, which is no failure of the job. */
async function quietly(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!isOfConnection(error)) throw error;
  }
}

/** Every ten minutes: syncs the changes of accounting systems without webhooks, and notes which part works since when. */
export const poll = work(jobs.poll, async () => {
  await observeParts();
  const silent = BOOKS.filter((type) => !capabilitiesOf(type).isCallingBack);
  const rows = await db.connection.findMany({ where: { type: { in: silent }, status: "connected" } });
  for (const row of rows)
    await db.$transaction((tx) => wantSync(tx, trustedCustomerId.parse(row.customerId), "changes"));
});

/** Every hour: enqueues one check per supplier with a connection, spread over the hour. */
export const hourly = work(jobs.hourly, async () => {
  for (const { startAfterSeconds, group } of spreadOverRound(await connectedCustomers())) {
    const payloads = group.map((customerId) => ({ customerId }));
    await enqueueAll(db, jobs.checkCustomer, payloads, { startAfterSeconds });
  }
});

/** Every night: compares all open documents one by one, and has all invoices decided again because a day has passed. */
export const nightly = work(jobs.nightly, async () => {
  for (const customerId of await connectedCustomers()) {
    await db.$transaction(async (tx) => {
      await wantSync(tx, customerId, "full");
      await invalidateAll(tx, customerId);
    });
    await enqueueNow(jobs.recogniseMandates, { customerId });
    const startAfterSeconds = placeInNight(customerId);
    await enqueue(db, jobs.compareCustomer, { customerId }, { startAfterSeconds });
  }
  for (const customerId of await billedCustomers()) await enqueueNow(jobs.refreshContract, { customerId });
});
