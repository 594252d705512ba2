import fc from "fast-check";
import { today } from "@/lib/core/time/clock";
import { addDays } from "../../sandbox/kit/calendar";
import type { LedgerPayment } from "../oracle/ledger";
import { note, type Story } from "../oracle/story";
import { acts, Command, cents, contactOf, payer, stamp } from "./command";
import type { Stage } from "./stage";

/** @returns whether there was something to sign */
export async function sign({ world, supplier }: Stage, { signed }: Story, email: string): Promise<boolean> {
  const path = `/gocardless/mandates/${email}/sign`;
  const made = await world.desk<{ mandate: { id: string }; billingRequest?: object }>(path, {
    organisation: supplier.account,
  });
  // Without a request the control panel returns the existing mandate, which nobody has signed now.
  if (made?.billingRequest) signed.add(made.mandate.id);
  return Boolean(made?.billingRequest);
}

const paying = acts("a payer", ["signs"]);
export const signs = payer.map(
  (email) => new Command(`${email} signs`, (stage, story) => sign(stage, story, email), { name: paying("signs") }),
);

/** Mails to the payer bounce until the mailbox exists again. */
export const mailboxes = fc.tuple(payer, fc.constantFrom(true, true, false)).map(
  ([email, isThere]) =>
    new Command(`the mailbox of ${email} is ${isThere ? "there" : "gone"}`, async ({ world: { weather } }) => {
      if (isThere) weather.bounces.delete(email);
      else weather.bounces.add(email);
    }),
);

const ENDS = ["fail", "cancel", "expire", "transfer", "replace"] as const;
const ending = acts("a mandate", ENDS);

export const mandates = fc.tuple(payer, fc.constantFrom(...ENDS)).map(
  ([email, what]) =>
    new Command(
      `the mandate of ${email}: ${what}`,
      async ({ world, supplier }, { forerunners }) => {
        const path = `/gocardless/mandates/${email}/${what}`;
        type Changed = { mandate: { id: string }; newMandate?: { id: string } };
        const changed = await world.desk<Changed>(path, { organisation: supplier.account });
        if (changed?.newMandate) forerunners.set(changed.newMandate.id, changed.mandate.id);
        return changed !== undefined;
      },
      { name: ending(what) },
    ),
);

const RETURNS: Record<string, { cause: string; code: string }> = {
  funds: { cause: "insufficient_funds", code: "AM04" },
  refused: { cause: "refer_to_payer", code: "MS02" },
  closed: { cause: "bank_account_closed", code: "AC04" },
};
const STEPS = ["fail", "fail-and-retry", "late-fail", "charge-back"] as const;
const banking = acts("a bank", STEPS);

export const banks = fc.tuple(payer, fc.constantFrom(...STEPS), fc.constantFrom("funds", "refused", "closed")).map(
  ([email, step, why]) =>
    new Command(
      `the bank of ${email}: ${step}, ${why}`,
      async ({ world, supplier }, story) => {
        const willRetry = step === "fail-and-retry";
        const reason = step === "charge-back" ? { code: "MD06" } : RETURNS[willRetry ? "funds" : why];
        const body = { organisation: supplier.account, ...reason, ...(willRetry ? { willAttemptRetry: true } : {}) };
        const at = stamp();
        const path = `/gocardless/payments/${email}/${willRetry ? "fail" : step}`;
        const done = await world.desk<{ payment: { id: string } }>(path, body);
        if (done) story.returns.push({ payment: done.payment.id, at, code: reason?.code ?? "", willRetry });
        return done !== undefined;
      },
      { name: banking(step) },
    ),
);

const THERE = ["cancel", "retry", "retry later", "cancel-charge-back", "pay", "mandate", "refund"] as const;
const there = acts("GoCardless' dashboard", THERE);

/**
 * What people at the merchant do in GoCardless' own dashboard, outside the product, and refunds that a bank revokes.
 */
export const dashboard = fc.tuple(payer, fc.constantFrom(...THERE), cents).map(
  ([email, what, amountCents]) =>
    new Command(
      `GoCardless' dashboard, ${email}: ${what} ${amountCents}`,
      async ({ world, supplier }, story) => {
        const organisation = supplier.account;
        if (what === "mandate") {
          const { name } = contactOf(email);
          const body = { organisation, customer: { companyName: name, email } };
          const made = await world.desk<{ mandate: { id: string } }>("/gocardless/mandates", body);
          if (made) story.unclaimed.add(made.mandate.id);
          return made !== undefined;
        }
        if (what === "pay") {
          const body = { organisation, mandate: email, amountCents };
          const made = await world.desk<{ payment: { id: string } }>("/gocardless/payments", body);
          if (made) story.foreign.add(made.payment.id);
          return made !== undefined;
        }
        if (what === "cancel") {
          const path = `/gocardless/payments/${email}/cancel`;
          const done = await world.desk<{ payment: { id: string } }>(path, { organisation });
          if (done) story.externalCancels.add(done.payment.id);
          return done !== undefined;
        }
        if (what === "refund") return await giveBack({ world, supplier }, email, amountCents);
        return await revive({ world, supplier }, email, what, story);
      },
      { name: there(what) },
    ),
);

const bouncing = acts("a payout", ["bounces"]);

/** The merchant's bank sends back the last payout, which may already be booked. */
export const bounces = fc.constant(
  new Command(
    "the last payout bounces",
    async ({ world }, { bounced }) => {
      const id = (await world.ledger()).gocardless.payouts.at(-1)?.id;
      if (!id || !(await world.desk(`/gocardless/payouts/${id}/bounce`, {}))) return false;
      bounced.add(id);
      return true;
    },
    { name: bouncing("bounces") },
  ),
);

/** The charge date of a retry agreed at the provider, in days from today: later than any automatic retry of ours. */
const LATER_DAYS = 40;

type Place = Pick<Stage, "world" | "supplier">;

/** Revives any of a payer's payments, not only the newest: also one whose invoice has another attempt in flight. */
async function revive(
  place: Place,
  email: string,
  what: "retry" | "retry later" | "cancel-charge-back",
  story: Story,
): Promise<boolean> {
  const isOver = what === "cancel-charge-back";
  const chosen = await somePayment(place, email, isOver ? ["charged_back"] : ["failed"]);
  if (!chosen) return false;
  const at = stamp();
  if (isOver) return (await play(place, chosen, what)) !== undefined;
  const day = what === "retry later" ? addDays(today(), LATER_DAYS) : undefined;
  const done = await play(place, chosen, "retry", day ? { chargeDate: day } : {});
  if (done) story.resubmissions.push({ payment: chosen.id, at, day });
  return done !== undefined;
}

/** Refunds part of a payment, or all that is left if that is less. The bank may still charge it back. */
async function giveBack(place: Place, email: string, amountCents: number): Promise<boolean> {
  const chosen = await somePayment(place, email, ["confirmed", "paid_out"]);
  if (!chosen) return false;
  const given = (await play(place, chosen, "refund", { amountCents })) ?? (await play(place, chosen, "refund"));
  return given !== undefined;
}

const play = ({ world, supplier }: Place, { id }: LedgerPayment, what: string, more: object = {}) =>
  world.desk(`/gocardless/payments/${id}/${what}`, { organisation: supplier.account, ...more });

async function somePayment({ world }: Place, email: string, statuses: string[]): Promise<LedgerPayment | undefined> {
  const { payments, mandates } = (await world.ledger()).gocardless;
  const own = new Set(mandates.filter(({ customer }) => customer.email === email).map(({ id }) => id));
  const found = payments.filter(({ mandate, status }) => own.has(mandate) && statuses.includes(status));
  return found[found.length >> 1];
}

const STATUSES = ["in_review", "action_required", "successful"] as const;
export const reviews = fc
  .constantFrom(...STATUSES, "successful" as const, "successful" as const)
  .map((status) => new Command(`the account at GoCardless: ${status}`, (stage, story) => verify(stage, story, status)));

export async function verify(
  { world, supplier }: Stage,
  { verifications }: Story,
  verificationStatus: (typeof STATUSES)[number],
): Promise<void> {
  note(verifications, stamp(), verificationStatus === "successful");
  await world.desk("/gocardless/creditor", { organisation: supplier.account, verificationStatus });
}
