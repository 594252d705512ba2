import { setTimeout as wait } from "node:timers/promises";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/db";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueNow } from "@/lib/jobs/queue";
import { seedConnection } from "@/prisma/seed/connect";
import { standingFindings } from "../lives/standing";
import type { Finding } from "../oracle/oracle";
import { countMailsAgain } from "../oracle/oracle-mails";
import { knownSince, type Story, type WrittenInvoice } from "../oracle/story";
import { call, clockOf, type Installation } from "./installation";
import { type Accounts, isActedOn, judgeEach, type WholeLedger } from "./whole-judge";

const SETTLE_MS = 600_000;
const DAYS = 25;
const LOOK_MS = 1_000;
/** With every so many looks the product is nudged: what it reads again by that takes turns with what it has to write. */
const LOOKS_A_NUDGE = 3;
/** Of so many nudges the first is a night's. */
const HOURS = 5;

type Desk = Pick<Installation, "desk">;

/** What some time of fair weather has brought. */
interface Passed {
  findings: Finding[];
  /** How many suppliers had to sign in to their books again. */
  signIns: number;
}

interface Outcome extends Passed {
  /** How many mails of times that were lost by a restore have gone out again. */
  mailsAgain: number;
}

/**
 * Fair weather until every invoice is paid out and booked, or the time is over; then the ledgers have the word. What was
 * done up to the weather's change is known when the first two days are over.
 */
export async function settleAll(place: Desk, story: Story, limitMs = SETTLE_MS): Promise<Outcome> {
  const { invoices } = story;
  const first = await letFairDaysPass(place, story, limitMs);
  await call(place, "/clock", { advanceDays: DAYS });
  const { signIns } = await nudged(place, limitMs, async ({ gocardless, lexware }) => {
    const isPaid = gocardless.payments.every(({ status }) => status === "paid_out" || status === "cancelled");
    const isBalanced = invoices.every(
      // What was changed when its debit was with the bank already keeps a rest.
      ({ id, owed, exclusions }) =>
        owed.length > 1 || exclusions.at(-1)?.value || lexware.vouchers.find((one) => one.id === id)?.openCents === 0,
    );
    const isBooked = (await db.payout.count({ where: { bookingStatus: { not: "booked" } } })) === 0;
    return isPaid && isBalanced && isBooked && (await standingFindings()).length === 0;
  });
  const ledger = await read(place);
  const mailsAgain = countMailsAgain(ledger.mails, story);
  const judged = judgeEach(ledger, story, await accountsByBooks());
  const findings = [...first.findings, ...judged, ...(await standingFindings())];
  return { findings, signIns: first.signIns + signIns, mailsAgain };
}

/**
 * So many fair days that what was done before them is known, each as short as its work allows. A day is over when everything
 * was looked at since it began, no debit waits any more that is not to be, and none is missing; or with its time.
 */
export async function letFairDaysPass(place: Desk, story: Story, limitMs: number): Promise<Passed> {
  const passed: Passed = { findings: [], signIns: 0 };
  const accounts = await accountsByBooks();
  const begun = await clockOf(place);
  for (let from = begun; knownSince(story, from) < begun; from = await clockOf(place)) {
    let open: string[] = [];
    const { signIns, isDone } = await nudged(place, limitMs, async (ledger) => {
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

/** Lets the product look at everything again and again until it has done its work, or the time is over. */
async function nudged(
  place: Desk,
  limitMs: number,
  isDone: (ledger: WholeLedger) => Promise<boolean>,
): Promise<{ signIns: number; isDone: boolean }> {
  let signIns = 0;
  let turn = 0;
  for (const startedAt = Date.now(); Date.now() - startedAt < limitMs; await wait(LOOK_MS)) {
    signIns += await signInAgain();
    if (await isDone(await read(place))) return { signIns, isDone: true };
    if (turn % LOOKS_A_NUDGE === 0) await nudge(turn % (HOURS * LOOKS_A_NUDGE) === 0);
    turn += 1;
  }
  return { signIns, isDone: false };
}

/** Both sides of every supplier were looked at since an instant, and nothing that was found there waits to be acted on. */
async function isAllRead(since: string): Promise<boolean> {
  const rows = await db.connection.findMany({ where: { type: { in: ["LEXOFFICE", "GOCARDLESS"] } } });
  const readAt = rows.map((row) => (row.type === "GOCARDLESS" ? row.eventsReadUntil : row.lastSyncedAt));
  const isWaiting = [{ staleAt: { not: null } }, { openStaleAt: { not: null } }, { needsDecision: true }];
  const waiting = await db.invoice.count({ where: { OR: isWaiting } });
  return waiting === 0 && readAt.every((at) => at !== null && at > new Date(since));
}

/**
 * Waits until the product has done what people wish for these invoices, by itself.
 *
 * @throws Error naming those that still wait when the time is over
 */
export async function untilActedOn(place: Desk, invoices: WrittenInvoice[], limitMs: number): Promise<void> {
  const accounts = await accountsByBooks();
  for (const startedAt = Date.now(); ; await wait(500)) {
    const ledger = await read(place);
    const open = invoices.filter((invoice) => !isActedOn(invoice, ledger, accounts));
    if (open.length === 0) return;
    if (Date.now() - startedAt > limitMs)
      throw new Error(`nobody has acted on ${open.map(({ number }) => number).join(", ")}`);
  }
}

/** Every payout that was made is known and booked. */
export async function isAllBooked(place: Desk): Promise<boolean> {
  const { gocardless } = await read(place);
  const booked = await db.payout.count({ where: { bookingStatus: "booked" } });
  return booked > 0 && booked === gocardless.payouts.length;
}

/**
 * Whoever dies between the vendor's answer to a refresh and the row that keeps it has lost the sign-in by the vendor's own
 * rule: the old token is dead. The supplier is told, and signs in again; whoever meets a vendor's fault does so the next time.
 *
 * @returns how many have
 * @throws Error if nobody was told
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

/** The waits of promised jobs are over, and every supplier is looked at, as it is every hour, or as it is every night. */
export async function nudge(isNight = false): Promise<void> {
  await db.$executeRaw`UPDATE pgboss.job SET start_after = now() WHERE state < 'active' AND start_after > now()`;
  for (const { id } of await db.customer.findMany({ select: { id: true } })) {
    const customerId = id as CustomerId;
    await enqueueNow(jobs.checkCustomer, { customerId });
    if (isNight) await enqueueNow(jobs.recogniseMandates, { customerId });
  }
}

/** By the id of each supplier's books the one of the account at GoCardless. */
async function accountsByBooks(): Promise<Accounts> {
  const rows = await db.connection.findMany({ select: { customerId: true, type: true, organisationId: true } });
  const pairs = rows.flatMap(({ customerId, type, organisationId }) => {
    const account = rows.find((row) => row.customerId === customerId && row.type === "GOCARDLESS");
    return type === "LEXOFFICE" ? [[organisationId ?? "", account?.organisationId ?? ""] as const] : [];
  });
  return new Map(pairs);
}
