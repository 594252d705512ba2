import type { Day } from "../../sandbox/kit/calendar";
import type { Column, Tally } from "../tally";
import type { Ledger } from "./ledger";
import { bookFindings, payoutFindings } from "./oracle-books";
import { closingFindings } from "./oracle-closing";
import { doubleFindings, paymentFindings } from "./oracle-debits";
import { fateOf } from "./oracle-lost";
import { mailFindings, requestFindings } from "./oracle-mails";
import { tryFindings } from "./oracle-tries";
import type { Story, WrittenInvoice } from "./story";

export interface Finding {
  kind: keyof typeof COLUMN_OF;
  text: string;
  /** By how many cents a sum is wrong. */
  cents?: number;
}

const COLUMN_OF = {
  double: "double collections",
  lost: "lost collections",
  wrong: "wrong amounts or days",
  sum: "sums off",
  mail: "mails twice",
  "hook-lost": "webhooks lost",
  "hook-twice": "webhooks with two ids",
  broken: "runs that broke off",
} as const satisfies Record<string, Column>;

/** Counts a checker's findings in the columns of the table. */
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
 * Compares the twins' ledgers and the sent mails with the guarantees of the product (design, section 1). Reads only the
 * event log and the twins' ledgers, nothing of the product.
 */
export function judge(ledger: Ledger, story: Story, today: Day): Finding[] {
  return [
    ...story.invoices.flatMap((invoice) => findingsOf(invoice, { ledger, story, today })),
    ...strayFindings(ledger, story),
    ...payoutFindings(ledger, story).map((one) => ({ kind: "sum" as const, ...one })),
    ...mailFindings(ledger.mails, story).map((text) => ({ kind: "mail" as const, text })),
    ...requestFindings(ledger.mails, ledger, story).map((text) => ({ kind: "mail" as const, text })),
  ];
}

interface Case {
  ledger: Ledger;
  story: Story;
  today: Day;
}

/** Counts how the invoices of a simulation run ended, by the name of the outcome. */
export function fatesOf(ledger: Ledger, story: Story, today: Day): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const invoice of story.invoices) {
    const { voucher, payments } = recordsOf(invoice, ledger);
    const name = voucher ? fateOf(invoice, voucher, payments, { ledger, story, today }).name : "gone";
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function recordsOf({ id, number }: WrittenInvoice, { gocardless, lexware }: Ledger) {
  const payments = gocardless.payments.filter(({ metadata }) => metadata.invoice === number);
  return { payments, voucher: lexware.vouchers.find((one) => one.id === id) };
}

function findingsOf(invoice: WrittenInvoice, all: Case): Finding[] {
  const { ledger, story } = all;
  const { voucher, payments } = recordsOf(invoice, ledger);
  if (!voucher) return [{ kind: "broken", text: `${invoice.number}: gone from the books` }];
  const { lost } = fateOf(invoice, voucher, payments, all);
  const found: Record<Exclude<Finding["kind"], "mail" | "broken" | "hook-lost" | "hook-twice">, string[]> = {
    double: [
      ...doubleFindings(payments, story),
      ...closingFindings(invoice, ledger, story),
      ...tryFindings(invoice, payments, all),
    ],
    wrong: payments.flatMap((payment) => paymentFindings(payment, invoice, payments, all)),
    lost: lost ? [lost] : [],
    sum: bookFindings(invoice, voucher, payments, ledger, story),
  };
  return Object.entries(found).flatMap(([kind, texts]) =>
    texts.map((text) => ({ kind: kind as Finding["kind"], text: `${invoice.number}: ${text}` })),
  );
}

/** Finds payments that belong neither to an invoice of the event log nor to another tool of the merchant. */
function strayFindings({ gocardless }: Ledger, { invoices, foreign }: Story): Finding[] {
  const numbers = new Set(invoices.map(({ number }) => number));
  return gocardless.payments
    .filter(({ id, metadata }) => !foreign.has(id) && !numbers.has(metadata.invoice ?? ""))
    .map(({ id, amountCents }) => ({ kind: "wrong", text: `${id} of ${amountCents} is of no invoice` }));
}
