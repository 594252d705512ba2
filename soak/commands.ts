import fc from "fast-check";
import { today } from "@/lib/core/clock";
import { addDays, type Day } from "@/lib/core/dates";
import { DIRECT_DEBIT_TERM } from "@/prisma/seed/suppliers";
import type { Stage } from "./stage";

/** What the people of the story have done; what the product makes of it is not known here. */
export interface Story {
  invoices: WrittenInvoice[];
}

export interface WrittenInvoice {
  id: string;
  number: string;
  payer: string;
  /** Every sum that was ever open on it. */
  sums: Set<number>;
  dueDates: Set<Day>;
  isExcluded: boolean;
  /** Somebody said "collect now". */
  isHurried: boolean;
}

type Act = (stage: Stage, story: Story) => Promise<void>;

class Command implements fc.AsyncCommand<Story, Stage> {
  constructor(
    private readonly text: string,
    private readonly act: Act,
    private readonly isPossible: (story: Story) => boolean = () => true,
  ) {}

  check(story: Readonly<Story>): boolean {
    return this.isPossible(story);
  }

  async run(story: Story, stage: Stage): Promise<void> {
    await this.act(stage, story);
  }

  toString(): string {
    return this.text;
  }
}

const PAYERS = 4;
const payer = fc.nat({ max: PAYERS - 1 }).map((index) => `payer-${index}@payer.example`);
/** Stands for one of the invoices that exist then. */
const which = fc.nat({ max: 99 });
const cents = fc.integer({ min: 500, max: 90_000 });

function pick({ invoices }: Story, index: number): WrittenInvoice {
  const found = invoices[index % invoices.length];
  if (!found) throw new Error("a story without an invoice");
  return found;
}

const hasInvoice = (story: Story) => story.invoices.length > 0;

const writes = fc.tuple(payer, cents, fc.integer({ min: -5, max: 30 })).map(
  ([email, amountCents, dueIn]) =>
    new Command(`invoice of ${amountCents} to ${email}, due in ${dueIn} days`, async ({ world, supplier }, story) => {
      const dueDate = addDays(today(), dueIn);
      const written = await world.desk<{ id: string; number: string; openCents: number }>("/lexware/invoices", {
        organisation: supplier.books,
        contact: { name: `Zahler ${email.slice(6, 7)} GmbH`, email },
        amountCents,
        dueDate,
        paymentTermLabel: DIRECT_DEBIT_TERM,
      });
      if (!written) return;
      const { id, number, openCents } = written;
      const fresh = { sums: new Set([openCents]), dueDates: new Set([dueDate]), isExcluded: false, isHurried: false };
      story.invoices.push({ id, number, payer: email, ...fresh });
    }),
);

const books = fc.tuple(which, fc.constantFrom("pay", "part-pay", "void", "credit", "change", "change-day"), cents).map(
  ([index, what, amount]) =>
    new Command(
      `the supplier's books: ${what} ${amount} on invoice ${index}`,
      async ({ world }, story) => {
        const invoice = pick(story, index);
        const body: Record<string, object> = {
          "part-pay": { amountCents: Math.ceil(amount / 100) },
          credit: { amountCents: Math.ceil(amount / 90) },
          change: { amountCents: amount },
          "change-day": { dueDate: addDays(today(), amount % 40) },
        };
        const step = what === "change-day" ? "change" : what;
        const path = `/lexware/invoices/${invoice.id}/${step}`;
        const changed = await world.desk<{ openCents: number; dueDate: Day }>(path, body[what] ?? {});
        if (!changed) return;
        invoice.sums.add(changed.openCents);
        invoice.dueDates.add(changed.dueDate);
      },
      hasInvoice,
    ),
);

const signs = payer.map(
  (email) =>
    new Command(`${email} signs`, async ({ world, supplier }) => {
      await world.desk(`/gocardless/mandates/${email}/sign`, { organisation: supplier.account });
    }),
);

const mandates = fc.tuple(payer, fc.constantFrom("fail", "cancel", "expire", "transfer", "replace")).map(
  ([email, what]) =>
    new Command(`the mandate of ${email}: ${what}`, async ({ world, supplier }) => {
      await world.desk(`/gocardless/mandates/${email}/${what}`, { organisation: supplier.account });
    }),
);

const RETURNS: Record<string, object> = {
  funds: { cause: "insufficient_funds", code: "AM04" },
  refused: { cause: "refer_to_payer", code: "MS02" },
  closed: { cause: "bank_account_closed", code: "AC04" },
};
const banks = fc
  .tuple(payer, fc.constantFrom("fail", "late-fail", "charge-back"), fc.constantFrom("funds", "refused", "closed"))
  .map(
    ([email, step, why]) =>
      new Command(`the bank of ${email}: ${step}, ${why}`, async ({ world, supplier }) => {
        const reason = step === "charge-back" ? { code: "MD06" } : RETURNS[why];
        await world.desk(`/gocardless/payments/${email}/${step}`, { organisation: supplier.account, ...reason });
      }),
  );

const operators = fc
  .tuple(which, fc.constantFrom("exclude", "include", "hold", "now", "again"), fc.integer({ min: 1, max: 20 }))
  .map(
    ([index, what, days]) =>
      new Command(
        `the supplier: ${what} invoice ${index} (${days})`,
        async ({ supplier }, story) => {
          const invoice = pick(story, index);
          if (what === "exclude" || what === "include") {
            await supplier.exclude(invoice.id, what === "exclude");
            invoice.isExcluded = what === "exclude";
          }
          if (what === "hold") await supplier.hold(invoice.id, days);
          if (what === "now") {
            await supplier.collectNow(invoice.id);
            invoice.isHurried = true;
          }
          if (what === "again") await supplier.tryAgain(invoice.id);
        },
        hasInvoice,
      ),
  );

const settings = fc
  .record({ daysEarlier: fc.integer({ min: 0, max: 5 }), retriesReturns: fc.boolean() })
  .map((wanted) => new Command(`settings ${JSON.stringify(wanted)}`, ({ supplier }) => supplier.settings(wanted)));

const connections = fc.constantFrom("books", "account", "again").map(
  (what) =>
    new Command(`connection: ${what}`, async ({ world, supplier }) => {
      if (what === "again") return await supplier.reconnect();
      if (what === "account") return void (await world.desk(`/gocardless/connections/${supplier.account}/revoke`, {}));
      const state = await world.desk<{ lexware: { connections: { id: string; status: string }[] } }>("/state");
      const live = state?.lexware.connections.find((one) => one.status !== "revoked");
      if (live) await world.desk(`/lexware/connections/${live.id}/revoke`, {});
    }),
);

const days = fc.integer({ min: 1, max: 6 }).map(
  (count) =>
    new Command(`${count} days`, async (stage) => {
      // A worker may rest while nothing comes in: then the night after counts for those before it.
      for (let day = 1; day <= count; day += 1) if ((await stage.passDays(1)) || day === count) await stage.workDay(25);
    }),
);

const works = fc
  .integer({ min: 1, max: 12 })
  .map((count) => new Command(`${count} jobs`, async (stage) => void (await stage.work(count))));

const weathers = fc.constantFrom("calm", "faults", "storm", "deaths", "disorder").map(
  (kind) =>
    new Command(`weather: ${kind}`, async (stage) => {
      const { weather } = stage.world;
      weather.faultPart = kind === "faults" ? 0.1 : kind === "storm" ? 0.3 : 0;
      weather.deathPart = kind === "deaths" || kind === "storm" ? 0.05 : 0;
      stage.disorder = kind === "disorder" || kind === "storm" ? 0.4 : 0;
    }),
);

/** Months in the life of a supplier. What is listed more often happens more often. */
export const commands = fc.commands(
  [
    ...[writes, writes, writes, signs, signs, signs, works, works, days, days, days, days],
    ...[books, banks, banks, mandates, operators, operators, settings, weathers, weathers],
    connections,
  ],
  { maxCommands: 150, size: "max" },
);

/** In the end everybody who was asked signs: what is not collected then has no excuse. */
export async function everybodySigns({ world, supplier }: Stage, story: Story): Promise<void> {
  for (const email of new Set(story.invoices.map((invoice) => invoice.payer)))
    await world.desk(`/gocardless/mandates/${email}/sign`, { organisation: supplier.account });
}
