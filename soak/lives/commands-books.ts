import fc from "fast-check";
import { today } from "@/lib/core/time/clock";
import { addDays, type Day } from "@/lib/core/time/dates";
import { DIRECT_DEBIT_TERM } from "@/prisma/seed/suppliers";
import type { LedgerPayment } from "../oracle/ledger";
import { OVER } from "../oracle/statuses";
import { note, type Story, type WrittenInvoice, written } from "../oracle/story";
import { acts, Command, cents, contactOf, hasInvoice, payer, pick, stamp, which } from "./command";
import { creditFile, uploadBill, writeFile } from "./e-invoice-files";
import type { Stage } from "./stage";

interface DeskInvoice {
  id: string;
  number: string;
  status: string;
  openCents: number;
  dueDate: Day;
  payments: { type: string; cents: number }[];
}

/** Returns what people have left unpaid: bookings of the product itself are added back. */
function owedOn({ status, openCents, payments }: DeskInvoice): number {
  if (status === "voided") return 0;
  const ours = payments.filter(({ type }) => type === "partPaymentFinancialTransaction");
  return openCents + ours.reduce((sum, { cents: part }) => sum + part, 0);
}

/** Plain invoices, down payments, and closing invoices that deduct them. */
const TYPES = ["invoice", "invoice", "invoice", "invoice", "downpaymentinvoice", "closing"] as const;
const writing = acts("written", TYPES);

export const writes = fc.tuple(payer, cents, fc.integer({ min: -5, max: 30 }), fc.constantFrom(...TYPES)).map(
  ([email, amount, dueIn, kind]) =>
    new Command(
      `${kind} of ${amount} to ${email}, due in ${dueIn} days`,
      async (stage, story) => {
        const { world, supplier } = stage;
        const dueDate = addDays(today(), dueIn);
        if (supplier.system === "EINVOICE") return await writeFile(stage, story, { email, cents: amount, dueDate });
        const at = stamp();
        const made = await world.desk<DeskInvoice>("/lexware/invoices", {
          organisation: supplier.books,
          contact: contactOf(email),
          // So that something remains to be paid after the down payments are deducted.
          amountCents: kind === "closing" ? amount + 100_000 : amount,
          dueDate,
          paymentTermLabel: DIRECT_DEBIT_TERM,
          type: kind,
        });
        if (made)
          story.invoices.push(
            written(at, { ...made, owed: owedOn(made), payer: email, dueDate, isPart: kind !== "invoice" }),
          );
        return made !== undefined;
      },
      { name: writing(kind) },
    ),
);

const BILLS = ["purchaseinvoice", "salescreditnote", "purchasecreditnote"] as const;
const billing = acts("written", BILLS);

/**
 * Writes a document by which the supplier owes a payer money. It has the same payment condition as an invoice, but must
 * never be collected.
 */
export const bills = fc.tuple(payer, cents, fc.constantFrom(...BILLS)).map(
  ([email, amountCents, kind]) =>
    new Command(
      `${kind} of ${amountCents} from ${email}`,
      async (stage) => {
        const { world, supplier } = stage;
        if (supplier.system === "EINVOICE") return await uploadBill(stage, kind, { email, cents: amountCents });
        const contact = contactOf(email);
        const words = { type: kind, remark: DIRECT_DEBIT_TERM };
        const body = { organisation: supplier.books, contact, amountCents, ...words };
        return (await world.desk("/lexware/invoices", body)) !== undefined;
      },
      { name: billing(kind) },
    ),
);

const WHATS = [
  ...(["pay", "part-pay", "void", "credit", "change", "change-day"] as const),
  ...(["change-payer", "change-payer", "undo-assignment"] as const),
] as const;
const keeping = acts("the supplier's books", WHATS);

export const books = fc.tuple(which, fc.constantFrom(...WHATS), cents, payer).map(
  ([index, what, amount, email]) =>
    new Command(
      `the supplier's books: ${what} ${what === "change-payer" ? email : amount} on invoice ${index}`,
      async (stage, story) => {
        const { world, supplier } = stage;
        if (supplier.system === "EINVOICE") {
          // Nobody but the supplier hears of a transfer, and files do not change.
          if (what !== "void" && what !== "credit") return false;
          return await creditFile(
            stage,
            pick(story, index),
            what === "void" ? Number.MAX_SAFE_INTEGER : Math.ceil(amount / 90),
          );
        }
        const invoice = what === "undo-assignment" ? await somebodyTookBack(world, story) : pick(story, index);
        if (!invoice) return false;
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
        if (!changed) return false;
        // The event log has no entry for our own booking. Its removal counts as a change even where the same amount is
        // owed as before.
        if (what === "undo-assignment") invoice.owed.push({ at, value: owedOn(changed) });
        else note(invoice.owed, at, owedOn(changed));
        note(invoice.dueDates, at, changed.dueDate);
        if (what === "change-payer") note(invoice.payers, at, email);
        return true;
      },
      { name: keeping(what), isPossible: hasInvoice },
    ),
);

/** Returns the first invoice booked as paid by a payment that was returned: people remove such a booking. */
async function somebodyTookBack(world: Stage["world"], story: Story): Promise<WrittenInvoice | undefined> {
  const { gocardless, lexware } = await world.ledger();
  return story.invoices.find(({ id, number }) => {
    const debits = gocardless.payments.filter(({ metadata }) => metadata.invoice === number);
    const isPaid = lexware.vouchers.find((one) => one.id === id)?.openCents === 0;
    return (
      isPaid && debits.length > 0 && debits.every(({ status }) => OVER.includes(status)) && debits.some(wasPaidOut)
    );
  });
}

const wasPaidOut = ({ history }: LedgerPayment): boolean => history.some(({ status }) => status === "paid_out");
