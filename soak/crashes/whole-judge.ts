import { documentOf } from "../oracle/documents";
import type { Ledger } from "../oracle/ledger";
import { type Finding, judge } from "../oracle/oracle";
import { emptyStory, type Story, type WrittenInvoice } from "../oracle/story";

type Owned = { organisation: string };
/** The ledgers of all suppliers: each row names its organisation. */
export interface WholeLedger extends Ledger {
  gocardless: {
    [List in keyof Ledger["gocardless"]]: (Ledger["gocardless"][List][number] & Owned)[];
  };
  lexware: Omit<Ledger["lexware"], "vouchers" | "transactions"> & {
    vouchers: (Ledger["lexware"]["vouchers"][number] & Owned)[];
    transactions: (Ledger["lexware"]["transactions"][number] & Owned)[];
  };
}

/** Adds the e-invoices, which no accounting system lists, as documents of the suppliers who sent them. */
export function withFiles(ledger: WholeLedger, { invoices, senders }: Story): WholeLedger {
  const files = invoices.flatMap((invoice) => {
    const organisation = senders.get(invoice.id);
    return organisation === undefined ? [] : [{ ...documentOf(invoice), organisation }];
  });
  return { ...ledger, lexware: { ...ledger.lexware, vouchers: [...ledger.lexware.vouchers, ...files] } };
}

/**
 * The GoCardless organisation by the accounting organisation of the same supplier; of one with e-invoices by its own id.
 */
export type Accounts = Map<string, string>;

/** True if no unwanted payment waits for submission, and a wanted one waits or was submitted. */
export function isActedOn(
  { id, number, owed, exclusions }: WrittenInvoice,
  { gocardless, lexware }: WholeLedger,
  accounts: Accounts,
): boolean {
  // Invoice numbers are unique per supplier only.
  const account = accounts.get(lexware.vouchers.find((one) => one.id === id)?.organisation ?? "");
  const debits = gocardless.payments.filter((one) => one.organisation === account && one.metadata.invoice === number);
  const [waiting, gone] = [debits.filter(isWaiting), debits.filter((one) => !isWaiting(one) && !isCancelled(one))];
  const sum = exclusions.at(-1)?.value ? 0 : owed.at(-1)?.value;
  if (gone.length > 0) return waiting.length === 0;
  return sum === 0 ? waiting.length === 0 : waiting.length === 1 && waiting[0]?.amountCents === sum;
}

const isWaiting = ({ status }: { status: string }) => status === "pending_submission";
const isCancelled = ({ status }: { status: string }) => status === "cancelled";

/** Checks each supplier against their own invoices in the event log, and the mails of all suppliers together. */
export function judgeEach(ledger: WholeLedger, story: Story, accounts: Accounts): Finding[] {
  const found = [...accounts].flatMap(([books, account]) => judgeOne(ledger, story, books, account));
  const { lostTimes } = story;
  const { mandates } = ledger.gocardless;
  const letters = { ...EMPTY, gocardless: { ...EMPTY.gocardless, mandates }, mails: ledger.mails };
  const mails = judge(letters, { ...emptyStory(), lostTimes }, "");
  return [...found, ...mails, ...unjudged(ledger, story, accounts)];
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
  // The first invoice of each supplier only introduced the payer. It is not in the event log and must not be collected.
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
  const isBooked = !invoices.some(({ id }) => story.senders.has(id));
  return judge(own, { ...story, invoices, isBooked }, all[0]?.dueDate ?? "");
}

/**
 * Finds ledger rows that were not checked. The product's own rows say which accounting organisation and which
 * GoCardless account belong to one supplier. The twins begin empty, so every ledger row must belong to one of these.
 * That includes the invoices that introduced the payers.
 */
function unjudged({ gocardless, lexware }: WholeLedger, { invoices }: Story, accounts: Accounts): Finding[] {
  const [books, own] = [new Set(accounts.keys()), new Set(accounts.values())];
  const vouchers = new Set(lexware.vouchers.flatMap(({ id, organisation }) => (books.has(organisation) ? id : [])));
  const strange = (rows: (Owned & { id: string })[]) => rows.filter(({ organisation }) => !own.has(organisation));
  const left: Record<string, string[]> = {
    "the invoice": invoices.flatMap(({ id, number }) => (vouchers.has(id) ? [] : number)),
    "the voucher": lexware.vouchers.flatMap(({ id, number }) => (vouchers.has(id) ? [] : number)),
    "the hint for": lexware.hints.flatMap(({ voucherId }) => (vouchers.has(voucherId) ? [] : voucherId)),
    "the line": lexware.transactions.flatMap((one) => (books.has(one.organisation) ? [] : one.externalReference)),
    ...{ "the payment": strange(gocardless.payments).map(({ id }) => id) },
    ...{ "the payout": strange(gocardless.payouts).map(({ id }) => id) },
    ...{ "the mandate": strange(gocardless.mandates).map(({ id }) => id) },
  };
  return Object.entries(left).flatMap(([what, names]) =>
    names.map((name): Finding => ({ kind: "broken", text: `${what} ${name} is nobody's, and was not judged` })),
  );
}
