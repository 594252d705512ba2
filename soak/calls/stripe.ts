import { randomUUID } from "node:crypto";
import { PATIENT_MS, type Scenario } from "./scenarios";
import {
  LIST,
  monthlyPrices,
  ofCustomer,
  ofSubscriber,
  openBilling,
  partyOf,
  readStripe,
  type StripeCustomer,
} from "./stripe-account";
import { STRIPE_CHANGES } from "./stripe-changes";

const COUPON = "BLEIBEN50";
const VAT_IDS = ["DE123456789", "DE987654321"] as const;

const READINGS: Scenario[] = [
  {
    ...{ vendor: "stripe", method: "prices", ...LIST },
    lay: async (world) => ({ act: (timeoutMs) => openBilling(world, timeoutMs).prices() }),
  },
  {
    ...{ vendor: "stripe", method: "coupon" },
    lay: async (world) => ({ act: (timeoutMs) => openBilling(world, timeoutMs).coupon(COUPON) }),
  },
  ofCustomer(
    "readAccount",
    "before an order",
    async ({ id, open }) => ({ act: (timeoutMs) => open(timeoutMs).readAccount(id) }),
    LIST,
  ),
  ofSubscriber(
    "readAccount",
    "with a change that waits",
    async ({ id, open, subscriptionId, prices }) => {
      await open(PATIENT_MS).switchAtPeriodEnd(subscriptionId, prices.premium, randomUUID());
      return { act: (timeoutMs) => open(timeoutMs).readAccount(id) };
    },
    LIST,
  ),
  ofSubscriber("payerOf", "", async ({ list, open }) => {
    const [payment] = await list<{ id: string }>("payment_intents");
    return { act: (timeoutMs) => open(timeoutMs).payerOf(payment?.id ?? "") };
  }),
  ofSubscriber(
    "invoices",
    "",
    async ({ id, open, play }) => {
      await play("renew");
      return { act: (timeoutMs) => open(timeoutMs).invoices(id) };
    },
    LIST,
  ),
];

interface Session {
  id: string;
  status: string;
}

const sessionsOf = async ({ list }: StripeCustomer, status: string) =>
  (await list<Session>("checkout/sessions")).filter((session) => session.status === status);

async function openOrder(customer: StripeCustomer): Promise<string> {
  const billing = customer.open(PATIENT_MS);
  const { basic } = await monthlyPrices(billing);
  return (await billing.openCheckout(customer.order(basic), randomUUID())).sessionId;
}

const ORDERS: Scenario[] = [
  {
    ...{ vendor: "stripe", method: "createCustomer" },
    lay: async (world) => {
      const [party, key] = [partyOf(), randomUUID()];
      const { email } = party;
      return {
        act: async (timeoutMs) =>
          typeof (await openBilling(world, timeoutMs).createCustomer(party, "cus_1", "de", key)),
        right: "string",
        effects: async () => [(await readStripe<{ data: object[] }>(world, "customers", { email })).data.length],
      };
    },
  },
  ofCustomer(
    "saveParty",
    "with another vat id",
    async ({ id, party, open, read }) => {
      await open(PATIENT_MS).saveParty(id, { ...party, vatId: VAT_IDS[0] }, randomUUID());
      const key = randomUUID();
      return {
        act: (timeoutMs) => open(timeoutMs).saveParty(id, { ...party, company: "Neuhof GmbH", vatId: VAT_IDS[1] }, key),
        right: undefined,
        effects: async () => {
          const { data } = await read<{ data: { value: string }[] }>(`customers/${id}/tax_ids`);
          const { name } = await read<{ name: string }>(`customers/${id}`);
          return [data.filter(({ value }) => value === VAT_IDS[1]).length, Number(name === "Neuhof GmbH")];
        },
      };
    },
    LIST,
  ),
  ofCustomer("openCheckout", "", async (customer) => {
    const { basic } = await monthlyPrices(customer.open(PATIENT_MS));
    const key = randomUUID();
    return {
      act: async (timeoutMs) => typeof (await customer.open(timeoutMs).openCheckout(customer.order(basic), key)).url,
      right: "string",
      effects: async () => [(await sessionsOf(customer, "open")).length],
    };
  }),
  ...[false, true].map((isOver) =>
    ofCustomer("closeCheckout", isOver ? "of one that is over" : "of an open one", async (customer) => {
      const id = await openOrder(customer);
      if (isOver) await customer.open(PATIENT_MS).closeCheckout(id);
      return {
        act: (timeoutMs) => customer.open(timeoutMs).closeCheckout(id),
        right: undefined,
        effects: async () => [(await sessionsOf(customer, "expired")).length],
      };
    }),
  ),
  ofCustomer(
    "closeOpenCheckouts",
    "",
    async (customer) => {
      const ids = [await openOrder(customer), await openOrder(customer)];
      return {
        act: (timeoutMs) => customer.open(timeoutMs).closeOpenCheckouts(customer.id),
        right: undefined,
        effects: async () => {
          const closed = await sessionsOf(customer, "expired");
          return ids.map((id) => closed.filter((session) => session.id === id).length);
        },
      };
    },
    LIST,
  ),
  // A portal session is for one click, so an additional one does no harm.
  ofCustomer("openPortal", "", async ({ id, open }, { appUrl }) => ({
    act: async (timeoutMs) => typeof (await open(timeoutMs).openPortal(id, { kind: "home" }, appUrl, "de")),
    right: "string",
  })),
];

export const STRIPE: Scenario[] = [...READINGS, ...ORDERS, ...STRIPE_CHANGES];
