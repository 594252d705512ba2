import { addDays, type Day } from "../../sandbox/kit/calendar";
import type { Ledger, LedgerPayment } from "./ledger";
import { judge } from "./oracle";
import { emptyStory, type Story, type WrittenInvoice, written } from "./story";

export const at = (day: Day, hour = 12) => `${day}T${String(hour).padStart(2, "0")}:00:00.000Z`;
const TODAY = "2026-11-12";

/** Returns an event log in which the product does all its work from eight to nine, every day from 1 September on. */
function fairStory(invoice: WrittenInvoice): Story {
  const days = Array.from({ length: 91 }, (_, index) => addDays("2026-09-01", index));
  const fairDays = days.map((day) => ({ from: at(day, 8), to: at(day, 9) }));
  return { ...emptyStory(), invoices: [invoice], fairDays, signed: new Set(["MD1", "MD2"]) };
}

export function payment(
  id: string,
  steps: [status: string, day: Day][],
  more: Partial<LedgerPayment> = {},
): LedgerPayment {
  const { chargeDate = "2026-09-15" } = more;
  const history = steps.map(([status, day]) => ({ status, at: at(day), chargeDate }));
  const status = history.at(-1)?.status ?? "";
  const plain = { mandate: "MD1", amountCents: 10_000, chargeDate: "2026-09-15", metadata: { invoice: "RE1" } };
  return { id, ...plain, status, history, ...more };
}

export const SENT: [string, Day][] = [
  ["pending_submission", "2026-09-01"],
  ["submitted", "2026-09-11"],
];
export const FAILED: [string, Day][] = [...SENT, ["failed", "2026-09-17"]];

export function mandate(id: string, email: string, steps: [string, Day][] = [["pending_submission", "2026-08-01"]]) {
  const history = steps.map(([status, day]) => ({ status, at: at(day) }));
  return { id, customer: { email }, status: history.at(-1)?.status ?? "", history };
}

/** Returns a world with one invoice of 100 EUR, due on 15 September, written on 31 August to a payer with a mandate. */
export function world(payments: LedgerPayment[] = [payment("PM1", SENT)]) {
  const dueDate = "2026-09-15";
  const invoice = written(at("2026-08-31"), { id: "1", number: "RE1", payer: "a@x.example", owed: 10_000, dueDate });
  const story = fairStory(invoice);
  const voucher = { ...{ closingInvoiceId: null, id: "1", number: "RE1" }, type: "invoice", status: "open" };
  const ledger: Ledger = {
    gocardless: { payments, payouts: [], mandates: [mandate("MD1", "a@x.example")] },
    lexware: {
      vouchers: [{ ...voucher, totalCents: 10_000, openCents: 10_000, dueDate }],
      hints: [],
      transactions: [],
    },
    mails: [],
  };
  return { invoice, story, ledger, kinds: () => judge(ledger, story, TODAY).map(({ kind }) => kind) };
}
