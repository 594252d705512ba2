import { setTimeout as wait } from "node:timers/promises";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/db";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueNow } from "@/lib/jobs/queue";
import { seedConnection } from "@/prisma/seed/connect";
import { call, clockOf, type Installation } from "./installation";
import type { Ledger } from "./ledger";
import { type Finding, judge } from "./oracle";
import { countMailsAgain } from "./oracle-mails";
import { standingFindings } from "./standing";
import { emptyStory, type Story, type WrittenInvoice } from "./story";

const SETTLE_MS = 600_000;
const DAYS = 25;
/** Of so many looks one is a night's. */
const HOURS = 5;

type Desk = Pick<Installation, "desk">;
type Owned = { organisation: string };
interface WholeLedger extends Ledger {
  gocardless: {
    [List in keyof Ledger["gocardless"]]: (Ledger["gocardless"][List][number] & Owned)[];
  };
  lexware: Omit<Ledger["lexware"], "vouchers" | "transactions"> & {
    vouchers: (Ledger["lexware"]["vouchers"][number] & Owned)[];
    transactions: (Ledger["lexware"]["transactions"][number] & Owned)[];
  };
}

interface Outcome {
  findings: Finding[];
  /** How many suppliers had to sign in to their books again. */
  signIns: number;
  /** How many mails of times that were lost by a restore have gone out again. */
  mailsAgain: number;
}

/**
 * Fair weather until every invoice is paid out and booked, or the time is over; then the ledgers have the word. What was
 * done up to the weather's change is known when no debit waits any more that is not to be, and none is missing.
 */
export async function settleAll(place: Desk, story: Story, limitMs = SETTLE_MS): Promise<Outcome> {
  const { invoices } = story;
  let signIns = 0;
  let turn = 0;
  const from = await clockOf(place);
  const nudged = async (isDone: (ledger: WholeLedger) => boolean | Promise<boolean>): Promise<void> => {
    for (const startedAt = Date.now(); Date.now() - startedAt < limitMs; await wait(3_000)) {
      signIns += await signInAgain();
      if (await isDone(await read(place))) return;
      turn += 1;
      await nudge(turn % HOURS === 0);
    }
  };
  const accounts = await accountsByBooks();
  await nudged((ledger) => invoices.every((invoice) => isActedOn(invoice, ledger, accounts)));
  // It had as long as it took, ten minutes at least: as good as two fair days.
  const fairDay = { from, to: await clockOf(place) };
  await call(place, "/clock", { advanceDays: DAYS });
  await nudged(async ({ gocardless, lexware }) => {
    const isPaid = gocardless.payments.every(({ status }) => status === "paid_out" || status === "cancelled");
    const isBalanced = invoices.every(
      // What was changed when its debit was with the bank already keeps a rest.
      ({ id, owed, exclusions }) =>
        owed.length > 1 || exclusions.at(-1)?.value || lexware.vouchers.find((one) => one.id === id)?.openCents === 0,
    );
    const isBooked = (await db.payout.count({ where: { bookingStatus: { not: "booked" } } })) === 0;
    return isPaid && isBalanced && isBooked && (await standingFindings()).length === 0;
  });
  story.fairDays.push(fairDay, fairDay);
  const ledger = await read(place);
  const mailsAgain = countMailsAgain(ledger.mails, story);
  const findings = [...judgeEach(ledger, story, accounts), ...(await standingFindings())];
  return { findings, signIns, mailsAgain };
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

/** Nothing waits to go to the bank that is not wanted any more, and what is wanted waits, or has gone. */
function isActedOn(
  { id, number, owed, exclusions }: WrittenInvoice,
  { gocardless, lexware }: WholeLedger,
  accounts: Map<string, string>,
): boolean {
  // Numbers are each supplier's own.
  const account = accounts.get(lexware.vouchers.find((one) => one.id === id)?.organisation ?? "");
  const debits = gocardless.payments.filter((one) => one.organisation === account && one.metadata.invoice === number);
  const [waiting, gone] = [debits.filter(isWaiting), debits.filter((one) => !isWaiting(one) && !isCancelled(one))];
  const sum = exclusions.at(-1)?.value ? 0 : owed.at(-1)?.value;
  if (gone.length > 0) return waiting.length === 0;
  return sum === 0 ? waiting.length === 0 : waiting.length === 1 && waiting[0]?.amountCents === sum;
}

const isWaiting = ({ status }: { status: string }) => status === "pending_submission";
const isCancelled = ({ status }: { status: string }) => status === "cancelled";

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
async function accountsByBooks(): Promise<Map<string, string>> {
  const rows = await db.connection.findMany({ select: { customerId: true, type: true, organisationId: true } });
  const pairs = rows.flatMap(({ customerId, type, organisationId }) => {
    const account = rows.find((row) => row.customerId === customerId && row.type === "GOCARDLESS");
    return type === "LEXOFFICE" ? [[organisationId ?? "", account?.organisationId ?? ""] as const] : [];
  });
  return new Map(pairs);
}

function judgeEach(ledger: WholeLedger, story: Story, accounts: Map<string, string>): Finding[] {
  const found = [...accounts].flatMap(([books, account]) => judgeOne(ledger, story, books, account));
  const { lostTimes } = story;
  return [...found, ...judge({ ...EMPTY, mails: ledger.mails }, { ...emptyStory(), lostTimes }, "")];
}

const EMPTY: Ledger = {
  gocardless: { payments: [], payouts: [], mandates: [] },
  lexware: { vouchers: [], hints: [], transactions: [] },
  mails: [],
};

function judgeOne({ gocardless, lexware }: WholeLedger, story: Story, books: string, account: string): Finding[] {
  const of = <T extends Owned>(rows: T[], organisation: string) =>
    rows.filter((row) => row.organisation === organisation);
  const all = of(lexware.vouchers, books);
  // The first invoice of each supplier only brought the payer in: it is not of the story, and no debit may be of it.
  const invoices = story.invoices.filter(({ id }) => all.some((voucher) => voucher.id === id));
  const hints = lexware.hints.filter((hint) => all.some((voucher) => voucher.id === hint.voucherId));
  const own: Ledger = {
    gocardless: {
      payments: of(gocardless.payments, account),
      payouts: of(gocardless.payouts, account),
      mandates: of(gocardless.mandates, account),
    },
    lexware: { vouchers: all, hints, transactions: of(lexware.transactions, books) },
    mails: [],
  };
  return judge(own, { ...story, invoices }, all[0]?.dueDate ?? "");
}
