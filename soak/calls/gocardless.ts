import { randomUUID } from "node:crypto";
import { today } from "@/lib/core/time/clock";
import { addTargetDays } from "@/lib/core/time/target-calendar";
import { ProviderError } from "@/lib/core/web/provider-error";
import { exchangeCode, revoke } from "@/lib/providers/payments/gocardless/oauth";
import type { DirectDebit, NewPayment } from "@/lib/providers/payments/port";
import { configOf, consent, type GocardlessAccount, LIST, layAccount, own } from "./gocardless-account";
import { GOCARDLESS_MANDATES } from "./gocardless-mandates";
import { PATIENT_MS, type Scenario } from "./scenarios";
import type { CallWorld } from "./world";

const LONG_AGO = new Date("2020-01-01T00:00:00Z");
const CENTS = 11_900;

async function newPayment({ mandate }: GocardlessAccount, mandateId?: string): Promise<NewPayment> {
  return {
    mandateId: mandateId ?? (await mandate()),
    amountCents: CENTS,
    chargeDate: addTargetDays(today(), 5),
    reference: "RE-1042 Werkstatt",
    description: "RE-1042",
    metadata: { collection: "col_1" },
  };
}

async function pay(account: GocardlessAccount, mandateId?: string): Promise<string> {
  const payment = await newPayment(account, mandateId);
  return (await account.open(PATIENT_MS).payments.create(payment, randomUUID())).id;
}

const countPayments = (account: GocardlessAccount) => async () => [(await account.list("payments")).length];

/** Creates two payments on one mandate, each paid out in a payout of its own. */
async function payTwice(account: GocardlessAccount, world: CallWorld) {
  const mandateId = await account.mandate();
  const paymentIds = [await pay(account, mandateId), await pay(account, mandateId)];
  const payoutIds: string[] = [];
  for (const id of paymentIds) {
    const { payout } = await world.desk<{ payout: { id: string } }>(`/gocardless/payments/${id}/pay-out`, {});
    payoutIds.push(payout.id);
  }
  return { mandateId, paymentId: paymentIds[0] ?? "", payoutId: payoutIds[0] ?? "", payoutIds };
}

const asks = (
  method: string,
  ask: (gc: DirectDebit, paid: Awaited<ReturnType<typeof payTwice>>) => Promise<unknown>,
  more = {},
) =>
  own(
    method,
    "",
    async (account, world) => {
      const paid = await payTwice(account, world);
      return { act: (timeoutMs) => ask(account.open(timeoutMs), paid) };
    },
    more,
  );

const ACCOUNT: Scenario[] = [
  asks("account.creditor", (gc) => gc.account.creditor()),
  asks("account.events", (gc) => gc.account.events({ since: LONG_AGO }), LIST),
  own(
    "account.externalSchedules",
    "",
    async (account, world) => {
      const on = { mandate: await account.mandate(), amountCents: 2_500 };
      for (const kind of ["subscriptions", "subscriptions", "instalment-schedules", "instalment-schedules"])
        await world.desk(`/gocardless/${kind}`, on);
      return { act: (timeoutMs) => account.open(timeoutMs).account.externalSchedules() };
    },
    LIST,
  ),
];

const PAYMENTS: Scenario[] = [
  asks("payments.read", (gc, { paymentId }) => gc.payments.read(paymentId)),
  asks("payments.listOfMandate", (gc, { mandateId }) => gc.payments.listOfMandate(mandateId, LONG_AGO), LIST),
  asks("payments.list", (gc) => gc.payments.list({ since: LONG_AGO }), LIST),
  asks("payments.events", (gc, { paymentId }) => gc.payments.events(paymentId), LIST),
  ...[false, true].map((isMade) =>
    own("payments.create", isMade ? "of one made before" : "of a new one", async (account) => {
      const [payment, key] = [await newPayment(account), randomUUID()];
      const create = async (timeoutMs: number) =>
        (await account.open(timeoutMs).payments.create(payment, key)).amountCents;
      if (isMade) await create(PATIENT_MS);
      return { act: create, right: CENTS, effects: countPayments(account) };
    }),
  ),
  own("payments.cancel", "", async (account) => {
    const id = await pay(account);
    const cancel = async (timeoutMs: number) => (await account.open(timeoutMs).payments.cancel(id)).status;
    return {
      act: cancel,
      // GoCardless refuses to cancel a cancelled payment; the payment's status then shows the outcome.
      again: async (timeoutMs) => {
        try {
          return await cancel(timeoutMs);
        } catch (error) {
          if (!(error instanceof ProviderError) || error.code !== "cancellation_failed") throw error;
          return (await account.open(timeoutMs).payments.read(id)).status;
        }
      },
      right: "cancelled",
      effects: async () => [(await account.list(`events?payment=${id}&action=cancelled`)).length],
    };
  }),
];

const PAYOUTS: Scenario[] = [
  asks("payouts.read", (gc, { payoutId }) => gc.payouts.read(payoutId)),
  asks("payouts.items", (gc, { payoutId }) => gc.payouts.items(payoutId), LIST),
  asks("payouts.list", (gc) => gc.payouts.list({ since: LONG_AGO }), LIST),
  own(
    "payouts.bounced",
    "",
    async (account, world) => {
      for (const id of (await payTwice(account, world)).payoutIds)
        await world.desk(`/gocardless/payouts/${id}/bounce`, {});
      return { act: (timeoutMs) => account.open(timeoutMs).payouts.bounced(LONG_AGO) };
    },
    LIST,
  ),
];

/** A lost answer has used up the code: the supplier must consent once more. */
const SIGN_IN: Scenario[] = [
  {
    ...{ vendor: "gocardless", method: "signIn.exchangeCode", isSpent: true },
    lay: async (world) => {
      const code = await consent(world);
      return { act: async () => typeof (await exchangeCode(configOf(world), code)).accessToken, right: "string" };
    },
  },
  {
    ...{ vendor: "gocardless", method: "signIn.revoke" },
    lay: async (world) => {
      const { accessToken, refusals } = await layAccount(world);
      const effects = async () => [await refusals()];
      return { act: () => revoke(configOf(world), accessToken), right: undefined, effects };
    },
  },
];

export const GOCARDLESS: Scenario[] = [...ACCOUNT, ...GOCARDLESS_MANDATES, ...PAYMENTS, ...PAYOUTS, ...SIGN_IN];
