import { addDays, type Day, dayInBerlin, isTargetDay } from "../sandbox/kit/calendar";
import type { Story, WrittenInvoice } from "./commands";
import type { Ledger, LedgerPayment, LedgerVoucher } from "./ledger";
import type { Column, Tally } from "./tally";

/** Ends by which a payment brings nothing, or no longer anything. */
const OVER = ["cancelled", "failed", "charged_back", "customer_approval_denied"];
/** Ends that only a person, or the plan for returns, goes on from. */
const RETURNED = ["failed", "charged_back"];
const USABLE = ["pending_customer_approval", "pending_submission", "submitted", "active"];
/** What the simulated supplier has agreed with payers, and the most it may collect early. */
const NOTICE_DAYS = 2;
const MOST_DAYS_EARLIER = 5;
const VERY_LATE_DAYS = 60;

export interface Finding {
  kind: keyof typeof COLUMN_OF;
  text: string;
  /** By how much a sum is off. */
  cents?: number;
}

const COLUMN_OF = {
  double: "double collections",
  lost: "lost collections",
  wrong: "wrong amounts or days",
  sum: "sums off",
  mail: "mails twice",
  broken: "runs that broke off",
} as const satisfies Record<string, Column>;

/** What an oracle has found, in the columns of the table. */
export function tallyOf(findings: Finding[]): Tally {
  const counts = Object.entries(COLUMN_OF).map(([kind, column]) => [
    column,
    findings.filter((finding) => finding.kind === kind).length,
  ]);
  return {
    ...(Object.fromEntries(counts) as Tally),
    "cents off": findings.reduce((sum, { cents = 0 }) => sum + Math.abs(cents), 0),
  };
}

/**
 * Holds what the twins have noted, and the mails that were sent, against the promises of the product (design,
 * section 1). It knows the story and the twins' ledgers, and nothing of the product.
 */
export function judge(ledger: Ledger, story: Story, today: Day): Finding[] {
  return [
    ...story.invoices.flatMap((invoice) => findingsOf(invoice, ledger, today)),
    ...payoutFindings(ledger),
    ...mailFindings(ledger).map((text) => ({ kind: "mail" as const, text })),
  ];
}

function findingsOf(invoice: WrittenInvoice, ledger: Ledger, today: Day): Finding[] {
  const payments = ledger.gocardless.payments.filter((payment) => payment.metadata.invoice === invoice.number);
  const voucher = ledger.lexware.vouchers.find((one) => one.id === invoice.id);
  if (!voucher) return [{ kind: "broken", text: `${invoice.number}: gone from the books` }];
  const found: Record<Exclude<Finding["kind"], "mail" | "broken">, string[]> = {
    double: doubleFindings(payments),
    wrong: payments.flatMap((payment) => paymentFindings(payment, invoice)),
    lost: lostFindings(invoice, voucher, payments, ledger, today),
    sum: bookFindings(invoice, voucher, payments, ledger),
  };
  return Object.entries(found).flatMap(([kind, texts]) =>
    texts.map((text) => ({ kind: kind as Finding["kind"], text: `${invoice.number}: ${text}` })),
  );
}

/** Two debits of one invoice may follow on each other; while one can still bring money there is no other. */
function doubleFindings(payments: LedgerPayment[]): string[] {
  const lives = payments
    .map((payment) => ({ id: payment.id, from: payment.history[0]?.at ?? "", to: endOf(payment) }))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
  return lives.flatMap((life, index) => {
    const next = lives[index + 1];
    return next && next.from < life.to ? [`collected twice: ${life.id} and ${next.id}`] : [];
  });
}

function endOf({ status, history }: LedgerPayment): string {
  return OVER.includes(status) ? (history.findLast((step) => step.status === status)?.at ?? "9") : "9";
}

function paymentFindings(payment: LedgerPayment, invoice: WrittenInvoice): string[] {
  const { id, amountCents, chargeDate, history } = payment;
  const madeOn = dayInBerlin(new Date(history[0]?.at ?? ""));
  const earliest = addDays([...invoice.dueDates].sort()[0] ?? chargeDate, -MOST_DAYS_EARLIER);
  const found: string[] = [];
  if (!invoice.sums.has(amountCents)) found.push(`${id} of ${amountCents}, which was never open`);
  if (!isTargetDay(chargeDate)) found.push(`${id} on ${chargeDate}, when banks rest`);
  if (chargeDate < addDays(madeOn, NOTICE_DAYS)) found.push(`${id} on ${chargeDate}, told only on ${madeOn}`);
  if (chargeDate < earliest && !invoice.isHurried) found.push(`${id} on ${chargeDate}, before ${earliest}`);
  return found;
}

/** Open, payable, with a mandate that could be used, and yet nobody collects it. */
function lostFindings(
  { payer, isExcluded }: WrittenInvoice,
  voucher: LedgerVoucher,
  payments: LedgerPayment[],
  ledger: Ledger,
  today: Day,
): string[] {
  if (voucher.status !== "open" || voucher.openCents === 0 || isExcluded) return [];
  if (payments.some((payment) => !OVER.includes(payment.status) || RETURNED.includes(payment.status))) return [];
  const mandate = ledger.gocardless.mandates.find((one) => one.customer.email === payer && USABLE.includes(one.status));
  if (!mandate || voucher.dueDate < addDays(today, -VERY_LATE_DAYS)) return [];
  return [`not collected, ${voucher.openCents} open since ${voucher.dueDate}, although ${mandate.id} could be used`];
}

/** An invoice that nobody touched and whose money arrived is balanced in the books, by one hint. */
function bookFindings(
  { id, sums }: WrittenInvoice,
  voucher: LedgerVoucher,
  payments: LedgerPayment[],
  { lexware }: Ledger,
): string[] {
  const hints = lexware.hints.filter((hint) => hint.voucherId === id).length;
  const found = hints > 1 ? [`${hints} hints in the books`] : [];
  const [only] = payments;
  const isPlain = payments.length === 1 && only?.status === "paid_out" && sums.size === 1;
  if (isPlain && voucher.openCents !== 0) found.push(`paid out, but ${voucher.openCents} open in the books`);
  if (isPlain && hints !== 1) found.push("paid out, but no hint in the books");
  return found;
}

/** Every payout adds up, stands in the books once, and its lines come to nothing together. */
function payoutFindings({ gocardless, lexware }: Ledger): Finding[] {
  const found: Finding[] = [];
  const note = (text: string, cents = 0) => void found.push({ kind: "sum", text, cents });
  const ids = new Set(gocardless.payouts.map((payout) => payout.id));
  for (const { id, amountCents, items } of gocardless.payouts) {
    // Fees come in parts of a cent, which floats do not add up exactly.
    const sum = Number(items.reduce((total, item) => total + item.cents, 0).toFixed(4));
    if (Math.round(sum) !== amountCents)
      note(`${id} of ${amountCents} has items of ${sum}`, Math.round(sum) - amountCents);
    const lines = lexware.transactions.filter((line) => line.externalReference === id);
    if (lines.length !== 1) note(`${id} stands ${lines.length} times in the books`, (lines.length - 1) * amountCents);
    else if (lines[0]?.cents !== -amountCents)
      note(`${id} of ${amountCents} is booked as ${lines[0]?.cents}`, amountCents + (lines[0]?.cents ?? 0));
  }
  const paid = gocardless.payouts.reduce((total, payout) => total + payout.amountCents, 0);
  const booked = lexware.transactions
    .filter((line) => !ids.has(line.externalReference))
    .reduce((total, line) => total + line.cents + line.feeCents, 0);
  if (booked !== paid) note(`paid out ${paid}, but the books know of ${booked}`, paid - booked);
  const references = lexware.transactions.map((line) => line.externalReference);
  for (const reference of new Set(references)) {
    const times = references.filter((one) => one === reference).length;
    if (times > 1) note(`line ${reference} stands ${times} times in the books`);
  }
  return found;
}

function mailFindings({ mails }: Ledger): string[] {
  const texts = mails.map((mail) => `${mail.to}: ${mail.subject} ${mail.links.join(" ")}`);
  return [...new Set(texts)]
    .map((text) => ({ text, times: texts.filter((one) => one === text).length }))
    .filter(({ times }) => times > 1)
    .map(({ text, times }) => `mail sent ${times} times: ${text}`);
}
