import { setTimeout as wait } from "node:timers/promises";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueNow } from "@/lib/jobs/queue";
import { seedConnection } from "@/prisma/seed/connect";
import { standingFindings } from "../lives/standing";
import type { Finding } from "../oracle/oracle";
import { countMailsAgain } from "../oracle/oracle-mails";
import { knownSince, type Story, type WrittenInvoice } from "../oracle/story";
import { call, clockOf, type Installation } from "./installation";
import { type Accounts, isActedOn, judgeEach, type WholeLedger, withFiles } from "./whole-judge";

const SETTLE_MS = 600_000;
const DAYS = 25;
const LOOK_MS = 1_000;
/** The product is nudged only at every third look, so that reading alternates with writing. */
const LOOKS_A_NUDGE = 3;
/** One nudge in this many is a nightly run. */
const HOURS = 5;

type Desk = Pick<Installation, "desk">;

/** What a period without faults showed. */
interface Passed {
  findings: Finding[];
  /** How many suppliers had to sign in to their accounting system again. */
  signIns: number;
}

interface Outcome extends Passed {
  /** How many mails of a period lost by a restore were sent again. */
  mailsAgain: number;
}

/**
 * Lets days pass without faults until every invoice is paid out and booked, or until the time limit; then checks the
 * ledgers. Changes made before the faults ended count as known after the first two days.
 */
export async function settleAll(place: Desk, story: Story, limitMs = SETTLE_MS): Promise<Outcome> {
  const { invoices } = story;
  const first = await letFairDaysPass(place, story, limitMs);
  await call(place, "/clock", { advanceDays: DAYS });
  const { signIns } = await nudged(place, story, limitMs, async ({ gocardless, lexware }) => {
    const isPaid = gocardless.payments.every(({ status }) => status === "paid_out" || status === "cancelled");
    const isBalanced = invoices.every(
      // An invoice changed when its payment was already with the bank may stay partly open.
      ({ id, owed, exclusions }) =>
        story.senders.has(id) ||
        owed.length > 1 ||
        exclusions.at(-1)?.value ||
        lexware.vouchers.find((one) => one.id === id)?.openCents === 0,
    );
    // Nothing books what e-invoices bring.
    const customerId = { notIn: [...new Set(story.senders.values())] };
    const isBooked = (await db.payout.count({ where: { customerId, bookingStatus: { not: "booked" } } })) === 0;
    return isPaid && isBalanced && isBooked && (await standingFindings()).length === 0;
  });
  const ledger = withFiles(await read(place), story);
  const mailsAgain = countMailsAgain(ledger.mails, story);
  const judged = judgeEach(ledger, story, await accountsBySystem());
  const findings = [...first.findings, ...judged, ...(await standingFindings())];
  return { findings, signIns: first.signIns + signIns, mailsAgain };
}

/**
 * Lets fault-free days pass until everything done before them counts as known, each as short as its work allows. A day
 * ends when everything was read since it began, no unwanted payment waits and no wanted one is missing; or after the
 * time limit.
 */
export async function letFairDaysPass(place: Desk, story: Story, limitMs: number): Promise<Passed> {
  const passed: Passed = { findings: [], signIns: 0 };
  const accounts = await accountsBySystem();
  const begun = await clockOf(place);
  for (let from = begun; knownSince(story, from) < begun; from = await clockOf(place)) {
    let open: string[] = [];
    const { signIns, isDone } = await nudged(place, story, limitMs, async (ledger) => {
      open = story.invoices.filter((one) => !isActedOn(one, ledger, accounts)).map(({ number }) => number);
      return open.length === 0 && (await isAllRead(from));
    });
    passed.signIns += signIns;
    const text = `a fair day is over, and open is ${open.join(", ") || "what was to be read"}`;
    if (!isDone) passed.findings.push({ kind: "broken", text });
    story.fairDays.push({ from, to: await clockOf(place) });
  }
  return passed;
}

/** Makes the product read everything repeatedly until its work is done or the time limit is reached. */
async function nudged(
  place: Desk,
  story: Story,
  limitMs: number,
  isDone: (ledger: WholeLedger) => Promise<boolean>,
): Promise<{ signIns: number; isDone: boolean }> {
  let signIns = 0;
  let turn = 0;
  for (const startedAt = Date.now(); Date.now() - startedAt < limitMs; await wait(LOOK_MS)) {
    signIns += await signInAgain();
    if (await isDone(withFiles(await read(place), story))) return { signIns, isDone: true };
    if (turn % LOOKS_A_NUDGE === 0) await nudge(turn % (HOURS * LOOKS_A_NUDGE) === 0);
    turn += 1;
  }
  return { signIns, isDone: false };
}

/** True if both accounts of every supplier were read since an instant and no change waits to be processed. */
async function isAllRead(since: string): Promise<boolean> {
  const rows = await db.connection.findMany({ where: { type: { in: ["LEXOFFICE", "GOCARDLESS"] } } });
  const readAt = rows.map((row) => (row.type === "GOCARDLESS" ? row.eventsReadUntil : row.lastSyncedAt));
  const isWaiting = [{ staleAt: { not: null } }, { openStaleAt: { not: null } }, { needsDecision: true }];
  const waiting = await db.invoice.count({ where: { OR: isWaiting } });
  const files = await db.eInvoiceFile.count({ where: { status: "waiting" } });
  return waiting + files === 0 && readAt.every((at) => at !== null && at > new Date(since));
}

/**
 * Waits until the product has acted on these invoices without being nudged.
 *
 * @throws Error naming the invoices that still wait after the time limit
 */
export async function untilActedOn(place: Desk, invoices: WrittenInvoice[], limitMs: number): Promise<void> {
  const accounts = await accountsBySystem();
  for (const startedAt = Date.now(); ; await wait(500)) {
    const ledger = await read(place);
    const open = invoices.filter((invoice) => !isActedOn(invoice, ledger, accounts));
    if (open.length === 0) return;
    if (Date.now() - startedAt > limitMs)
      throw new Error(`nobody has acted on ${open.map(({ number }) => number).join(", ")}`);
  }
}

/** True if every payout at the vendor is known and booked. */
export async function isAllBooked(place: Desk): Promise<boolean> {
  const { gocardless } = await read(place);
  const booked = await db.payout.count({ where: { bookingStatus: "booked" } });
  return booked > 0 && booked === gocardless.payouts.length;
}

/** Counts the payments at the vendor that the database does not know. */
export async function countUnknown(place: Desk): Promise<number> {
  const { gocardless } = await read(place);
  const rows = await db.collection.findMany({ select: { providerId: true } });
  const known = new Set(rows.map(({ providerId }) => providerId));
  return gocardless.payments.filter(({ id }) => !known.has(id)).length;
}

/**
 * Signs suppliers in again whose sign-in was lost. That happens when a process dies after the vendor answered a refresh
 * and before the row is stored: by the vendor's own rule the old token is dead. A notice tells the supplier to sign in
 * again. If the vendor fails, the supplier tries again at the next call of this function.
 *
 * @returns how many signed in
 * @throws Error if a supplier got no notice
 */
export async function signInAgain(): Promise<number> {
  const ended = await db.connection.findMany({
    where: { type: "LEXOFFICE", status: "revoked" },
    include: { customer: { include: { memberships: { include: { user: true } } } } },
  });
  let count = 0;
  for (const { customerId, organisationId, customer } of ended) {
    const key = "connection-lost:LEXOFFICE";
    const told = await db.notice.findFirst({ where: { customerId, key, resolvedAt: null } });
    const user = customer.memberships[0]?.user;
    if (!told || !user) throw new Error(`nobody was told that ${customerId} has lost the sign-in to the books`);
    const actor = { userId: user.id, userName: user.name, ip: "soak" };
    const supplier = { customerId: customerId as CustomerId, userId: user.id, email: user.email, actor };
    await seedConnection(supplier, "LEXOFFICE", { id: organisationId ?? "" }).then(
      () => {
        count += 1;
      },
      (error) => console.log(`  a sign-in came to nothing: ${error instanceof Error ? error.message : error}`),
    );
  }
  return count;
}

async function read(place: Desk): Promise<WholeLedger> {
  return await call<WholeLedger>(place, "/ledger", undefined, "GET");
}

/** Makes delayed jobs due and checks every supplier, as the hourly or the nightly run does. */
export async function nudge(isNight = false): Promise<void> {
  await db.$executeRaw`UPDATE pgboss.job SET start_after = now() WHERE state < 'active' AND start_after > now()`;
  for (const { id } of await db.customer.findMany({ select: { id: true } })) {
    const customerId = id as CustomerId;
    await enqueueNow(jobs.checkCustomer, { customerId });
    if (isNight) await enqueueNow(jobs.recogniseMandates, { customerId });
  }
}

/** Returns the GoCardless organisation by the accounting organisation of the same supplier, or by its own id. */
export async function accountsBySystem(): Promise<Accounts> {
  const rows = await db.connection.findMany({ select: { customerId: true, type: true, organisationId: true } });
  const pairs = rows.flatMap(({ customerId, type, organisationId }) => {
    const account = rows.find((row) => row.customerId === customerId && row.type === "GOCARDLESS");
    const books = type === "LEXOFFICE" ? (organisationId ?? "") : type === "EINVOICE" ? customerId : undefined;
    return books === undefined ? [] : [[books, account?.organisationId ?? ""] as const];
  });
  return new Map(pairs);
}
