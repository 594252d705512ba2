import fc from "fast-check";
import { today } from "@/lib/core/clock";
import { addDays, type Day } from "@/lib/core/dates";
import { DIRECT_DEBIT_TERM } from "@/prisma/seed/suppliers";
import { Command, cents, contactOf, hasInvoice, payer, pick, stamp, which } from "./command";
import { note, written } from "./story";

interface DeskInvoice {
  id: string;
  number: string;
  status: string;
  openCents: number;
  dueDate: Day;
  payments: { type: string; cents: number }[];
}

/** What the people hold open: what the product's own lines have brought to the document is not theirs to say. */
function owedOn({ status, openCents, payments }: DeskInvoice): number {
  if (status === "voided") return 0;
  const ours = payments.filter(({ type }) => type === "partPaymentFinancialTransaction");
  return openCents + ours.reduce((sum, { cents: part }) => sum + part, 0);
}

/** Down payments, and the closing invoices that take them off, beside plain ones. */
const type = fc.constantFrom("invoice", "invoice", "invoice", "invoice", "downpaymentinvoice", "closing");

export const writes = fc.tuple(payer, cents, fc.integer({ min: -5, max: 30 }), type).map(
  ([email, amount, dueIn, kind]) =>
    new Command(`${kind} of ${amount} to ${email}, due in ${dueIn} days`, async ({ world, supplier }, story) => {
      const dueDate = addDays(today(), dueIn);
      const at = stamp();
      const made = await world.desk<DeskInvoice>("/lexware/invoices", {
        organisation: supplier.books,
        contact: contactOf(email),
        // So that something is left to pay when the down payments are taken off.
        amountCents: kind === "closing" ? amount + 100_000 : amount,
        dueDate,
        paymentTermLabel: DIRECT_DEBIT_TERM,
        type: kind,
      });
      if (made)
        story.invoices.push(
          written(at, { ...made, owed: owedOn(made), payer: email, dueDate, isPart: kind !== "invoice" }),
        );
    }),
);

/** What the supplier owes to a payer. It lies beside the sales of bookkeeping, with the same words; no debit may be of it. */
export const bills = fc
  .tuple(payer, cents, fc.constantFrom("purchaseinvoice", "salescreditnote", "purchasecreditnote"))
  .map(
    ([email, amountCents, kind]) =>
      new Command(`${kind} of ${amountCents} from ${email}`, async ({ world, supplier }) => {
        const contact = contactOf(email);
        const words = { type: kind, remark: DIRECT_DEBIT_TERM };
        await world.desk("/lexware/invoices", { organisation: supplier.books, contact, amountCents, ...words });
      }),
  );

const WHATS = ["pay", "part-pay", "void", "credit", "change", "change-day", "change-payer", "change-payer"] as const;

export const books = fc.tuple(which, fc.constantFrom(...WHATS), cents, payer).map(
  ([index, what, amount, email]) =>
    new Command(
      `the supplier's books: ${what} ${what === "change-payer" ? email : amount} on invoice ${index}`,
      async ({ world }, story) => {
        const invoice = pick(story, index);
        const body: Record<string, object> = {
          "part-pay": { amountCents: Math.ceil(amount / 100) },
          credit: { amountCents: Math.ceil(amount / 90) },
          change: { amountCents: amount },
          "change-day": { dueDate: addDays(today(), amount % 40) },
          "change-payer": { contact: contactOf(email) },
        };
        const path = `/lexware/invoices/${invoice.id}/${what.startsWith("change") ? "change" : what}`;
        const at = stamp();
        const changed = await world.desk<DeskInvoice>(path, body[what] ?? {});
        if (!changed) return;
        note(invoice.owed, at, owedOn(changed));
        note(invoice.dueDates, at, changed.dueDate);
        if (what === "change-payer") note(invoice.payers, at, email);
      },
      hasInvoice,
    ),
);
