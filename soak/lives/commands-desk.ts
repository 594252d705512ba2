import fc from "fast-check";
import { today } from "@/lib/core/time/clock";
import { addDays } from "@/lib/core/time/dates";
import { RETURNED } from "../oracle/statuses";
import type { Story, WrittenInvoice } from "../oracle/story";
import { acts, Command, hasInvoice, stamp, which } from "./command";
import type { Stage } from "./stage";

const ANSWERS = ["again", "again later", "again later", "not again"] as const;

const answering = acts("the supplier, with a return", ANSWERS);

/** An agreed day is at least this many days ahead, which is later than the earliest possible retry. */
const AGREED_DAYS = 10;

/** The supplier's decision on a returned payment, in the returns queue or on the invoice's page. */
export const desk = fc.tuple(which, fc.constantFrom(...ANSWERS), fc.integer({ min: 1, max: 20 })).map(
  ([index, what, days]) =>
    new Command(
      `the supplier: ${what} for return ${index} (${days})`,
      async (stage, story) => {
        const invoice = pickReturned(await returnedIn(stage, story), index);
        if (!invoice) return false;
        const at = stamp();
        if (what === "not again") {
          if (!(await stage.supplier.withoutRetry(invoice.id))) return false;
          invoice.stops.push(at);
          return true;
        }
        const day = what === "again later" ? addDays(today(), AGREED_DAYS + days) : undefined;
        if (!(await stage.supplier.tryAgain(invoice.id, day))) return false;
        invoice.approvals.push(at);
        if (day) invoice.agreed.push({ at, day });
        return true;
      },
      { name: answering(what), isPossible: hasInvoice },
    ),
);

async function returnedIn({ world }: Stage, { invoices }: Story): Promise<WrittenInvoice[]> {
  const { payments } = (await world.ledger()).gocardless;
  const back = payments.filter(({ history }) => history.some(({ status }) => RETURNED.includes(status)));
  const numbers = new Set(back.map(({ metadata }) => metadata.invoice));
  return invoices.filter(({ number }) => numbers.has(number));
}

/** Picks an invoice, the newer ones more often. */
function pickReturned(invoices: WrittenInvoice[], index: number): WrittenInvoice | undefined {
  return invoices.at(-1 - (index % Math.min(invoices.length, index % 2 === 0 ? 2 : 100)));
}
