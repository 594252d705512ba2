import { setTimeout as wait } from "node:timers/promises";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/db";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueNow } from "@/lib/jobs/queue";
import { seedConnection } from "@/prisma/seed/connect";
import { call, type Place } from "./crashes";
import type { Ledger } from "./ledger";
import { type Finding, judge } from "./oracle";

const SETTLE_MS = 600_000;
const DAYS = 25;

type Owned = { organisation: string };
interface WholeLedger extends Ledger {
  gocardless: {
    [List in keyof Ledger["gocardless"]]: (Ledger["gocardless"][List][number] & Owned)[];
  };
  lexware: Ledger["lexware"] & { vouchers: (Ledger["lexware"]["vouchers"][number] & Owned)[] };
}

interface Outcome {
  findings: Finding[];
  /** How many suppliers had to sign in to their books again. */
  signIns: number;
}

/** Fair weather until every invoice is paid out and booked, or the time is over; then the ledgers have the word. */
export async function settleAll(place: Place, invoices: number): Promise<Outcome> {
  let signIns = 0;
  const nudged = async (isDone: (ledger: WholeLedger) => boolean | Promise<boolean>): Promise<void> => {
    for (const startedAt = Date.now(); Date.now() - startedAt < SETTLE_MS; await wait(3_000)) {
      signIns += await signInAgain();
      if (await isDone(await read(place))) return;
      await nudge();
    }
  };
  await nudged((ledger) => ledger.gocardless.payments.length >= invoices);
  await call(place, "/clock", { advanceDays: DAYS });
  await nudged(async ({ gocardless, lexware }) => {
    const isPaid = gocardless.payments.every(({ status }) => status === "paid_out" || status === "cancelled");
    const isBalanced = lexware.vouchers.every((voucher) => voucher.openCents === 0 || !isCollected(voucher));
    return isPaid && isBalanced && (await db.payout.count({ where: { bookingStatus: { not: "booked" } } })) === 0;
  });
  const ledger = await read(place);
  return { findings: await judgeEach(ledger), signIns };
}

/**
 * Whoever dies between the vendor's answer to a refresh and the row that keeps it has lost the sign-in by the vendor's own
 * rule: the old token is dead. The supplier is told, and signs in again.
 *
 * @throws Error if nobody was told
 */
async function signInAgain(): Promise<number> {
  const ended = await db.connection.findMany({
    where: { type: "LEXOFFICE", status: "revoked" },
    include: { customer: { include: { memberships: { include: { user: true } } } } },
  });
  for (const { customerId, organisationId, customer } of ended) {
    const key = "connection-lost:LEXOFFICE";
    const told = await db.notice.findFirst({ where: { customerId, key, resolvedAt: null } });
    const user = customer.memberships[0]?.user;
    if (!told || !user) throw new Error(`nobody was told that ${customerId} has lost the sign-in to the books`);
    const actor = { userId: user.id, userName: user.name, ip: "soak" };
    const supplier = { customerId: customerId as CustomerId, userId: user.id, email: user.email, actor };
    await seedConnection(supplier, "LEXOFFICE", { id: organisationId ?? "" });
  }
  return ended.length;
}

/** The first invoice of each supplier only brought the payer in. */
function isCollected(voucher: { totalCents: number }): boolean {
  return voucher.totalCents >= 10_000;
}

async function read(place: Place): Promise<WholeLedger> {
  return await call<WholeLedger>(place, "/ledger", undefined, "GET");
}

/** The waits of promised jobs are over, and every supplier is looked at, as it is every hour. */
export async function nudge(): Promise<void> {
  await db.$executeRaw`UPDATE pgboss.job SET start_after = now() WHERE state < 'active' AND start_after > now()`;
  for (const { id } of await db.customer.findMany({ select: { id: true } }))
    await enqueueNow(jobs.checkCustomer, { customerId: id as CustomerId });
}

async function judgeEach(ledger: WholeLedger): Promise<Finding[]> {
  const rows = await db.connection.findMany({ select: { customerId: true, type: true, organisationId: true } });
  const found: Finding[] = [];
  for (const books of rows.filter((row) => row.type === "LEXOFFICE")) {
    const account = rows.find((row) => row.customerId === books.customerId && row.type === "GOCARDLESS");
    found.push(...judgeOne(ledger, books.organisationId ?? "", account?.organisationId ?? ""));
  }
  const payers = judge({ ...EMPTY, mails: ledger.mails }, { invoices: [] }, "");
  return [...found, ...payers];
}

const EMPTY: Ledger = {
  gocardless: { payments: [], payouts: [], mandates: [] },
  lexware: { vouchers: [], hints: [], transactions: [] },
  mails: [],
};

function judgeOne({ gocardless, lexware }: WholeLedger, books: string, account: string): Finding[] {
  const of = <T extends Owned>(rows: T[], organisation: string) =>
    rows.filter((row) => row.organisation === organisation);
  const vouchers = of(lexware.vouchers, books).filter(isCollected);
  const hints = lexware.hints.filter((hint) => vouchers.some((voucher) => voucher.id === hint.voucherId));
  const payouts = of(gocardless.payouts, account);
  const mandates = of(gocardless.mandates, account);
  const references = [...payouts.map(({ id }) => id), ...hints.map((hint) => hint.externalReference)];
  const own: Ledger = {
    gocardless: { payments: of(gocardless.payments, account), payouts, mandates },
    lexware: {
      vouchers,
      hints,
      transactions: lexware.transactions.filter((line) => references.includes(line.externalReference)),
    },
    mails: [],
  };
  const story = vouchers.map(({ id, number, totalCents, dueDate }) => ({
    id,
    number,
    payer: mandates[0]?.customer.email ?? "",
    sums: new Set([totalCents]),
    dueDates: new Set([dueDate]),
    isExcluded: false,
    isHurried: false,
  }));
  return judge(own, { invoices: story }, vouchers[0]?.dueDate ?? "");
}
