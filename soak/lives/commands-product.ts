import fc from "fast-check";
import { today } from "@/lib/core/time/clock";
import { addDays } from "@/lib/core/time/dates";
import { note, originOf, payerIn, type Story } from "../oracle/story";
import { acts, Command, hasInvoice, payer, pick, stamp, which } from "./command";
import type { Stage } from "./stage";

const OPERATIONS = ["exclude", "include", "include", "hold", "now", "stop"] as const;

const operating = acts("the supplier, with an invoice", OPERATIONS);

/** What the supplier does with one invoice. */
export const operators = fc.tuple(which, fc.constantFrom(...OPERATIONS), fc.integer({ min: 1, max: 20 })).map(
  ([index, what, days]) =>
    new Command(
      `the supplier: ${what} invoice ${index} (${days})`,
      async ({ supplier }, story) => {
        const invoice = pick(story, index);
        const at = stamp();
        const isDone = await {
          exclude: () => supplier.exclude(invoice.id, true),
          include: () => supplier.exclude(invoice.id, false),
          hold: () => supplier.hold(invoice.id, days),
          now: () => supplier.collectNow(invoice.id),
          stop: () => supplier.stop(invoice.id),
        }[what]();
        if (!isDone) return false;
        if (what === "exclude" || what === "stop") note(invoice.exclusions, at, true);
        if (what === "include") note(invoice.exclusions, at, false);
        if (what === "hold") note(invoice.holds, at, addDays(today(), days));
        // Excluding, stopping or holding an invoice ends "collect now".
        if (["exclude", "stop", "hold"].includes(what)) note(invoice.hurries, at, false);
        if (what === "now") note(invoice.hurries, at, true);
        return true;
      },
      { name: operating(what), isPossible: hasInvoice },
    ),
);

const WITH_PAYERS = ["exclude", "include", "include", "share", "unshare", "claim", "choose", "end"] as const;

const payersOf = acts("the supplier, with a payer", WITH_PAYERS);

/** What the supplier does with a payer and the payer's mandates. */
export const withPayers = fc
  .tuple(payer, fc.constantFrom(...WITH_PAYERS), payer)
  .map(
    ([email, what, other]) =>
      new Command(
        `the supplier: ${what} ${email} ${what === "share" ? `with ${other}` : ""}`,
        (stage, story) => withPayer(stage, story, { email, what, other }),
        { name: payersOf(what) },
      ),
  );

async function withPayer(
  { supplier }: Stage,
  story: Story,
  { email, what, other }: { email: string; what: (typeof WITH_PAYERS)[number]; other: string },
): Promise<boolean> {
  const own = payerIn(story, email);
  const at = stamp();
  if (what === "exclude" || what === "include") {
    const isExcluded = what === "exclude";
    const isDone = await supplier.excludePayer(email, isExcluded);
    if (isDone) note(own.exclusions, at, isExcluded);
    return isDone;
  }
  if (what === "share" || what === "unshare") {
    const isDone = await (what === "share" ? supplier.share(email, other) : supplier.unshare(email));
    if (isDone) note(own.shares, at, what === "share" ? other : null);
    return isDone;
  }
  if (what === "end") return await supplier.endMandate(email);
  const mandate = await (what === "claim" ? supplier.claim(email) : supplier.choose(email));
  if (!mandate) return false;
  if (what === "claim") {
    story.unclaimed.delete(originOf(story, mandate));
    own.claims.push(at);
  } else {
    // The payer uses a mandate of their own again.
    note(own.shares, at, null);
    note(own.choices, at, mandate);
  }
  return true;
}

export const settings = fc.record({ daysEarlier: fc.integer({ min: 0, max: 5 }), retriesReturns: fc.boolean() }).map(
  (wanted) =>
    new Command(`settings ${JSON.stringify(wanted)}`, async ({ supplier }, { settings: list }) => {
      const at = stamp();
      if (await supplier.settings(wanted)) note(list, at, wanted);
    }),
);

export const connections = fc.constantFrom("books", "account", "disconnect", "again", "again", "again", "again").map(
  (what) =>
    new Command(`connection: ${what}`, async ({ world, supplier }) => {
      if (what === "again") return void (await supplier.reconnect());
      // There is nothing to lose: e-invoices need no sign-in.
      if (what === "books" && supplier.system === "EINVOICE") return false;
      supplier.dead.add(what === "books" ? "LEXOFFICE" : "GOCARDLESS");
      if (what === "disconnect") return await supplier.disconnect();
      if (what === "account") return void (await world.desk(`/gocardless/connections/${supplier.account}/revoke`, {}));
      const state = await world.desk<{ lexware: { connections: { id: string; status: string }[] } }>("/state");
      const live = state?.lexware.connections.find((one) => one.status !== "revoked");
      if (live) await world.desk(`/lexware/connections/${live.id}/revoke`, {});
    }),
);

/** The subscription ends or begins again. */
export const contracts = fc
  .constantFrom(true, true, true, false)
  .map(
    (isInForce) =>
      new Command(`the contract ${isInForce ? "begins again" : "ends"}`, (stage, story) =>
        keep(stage, story, isInForce),
      ),
  );

export async function keep({ supplier }: Stage, { contracts: list }: Story, isInForce: boolean): Promise<void> {
  note(list, stamp(), isInForce);
  await supplier.setContract(isInForce);
}
