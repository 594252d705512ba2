import { expect, type Locator, type Page } from "@playwright/test";
import { db } from "../../lib/core/database/db";
import type { Prisma } from "../../lib/core/prisma/client";
import { CARD, type OrderChoice, placeOrder, prepareOrder, type VendorForm } from "../../prisma/seed/subscribe";
import { deskCall } from "./desk";
import { enter } from "./fixtures";
import { type Supplier, unconnectedSupplier } from "./supplier";
import type { Texts } from "./texts";

export interface Subscriber extends Supplier {
  subscriptionId: string;
}

/** Creates a supplier with its own subscription, in its trial by default; nothing is connected. */
export async function newSubscriber(choice: OrderChoice = {}, fields: VendorForm = CARD): Promise<Subscriber> {
  return await subscribed(await unconnectedSupplier({ contract: "none" }), choice, fields);
}

/** Creates a supplier whose trial is over and who has paid. */
export async function payingSubscriber(choice: OrderChoice = {}): Promise<Subscriber> {
  const supplier = await newSubscriber(choice);
  await play(supplier, "end-trial", { status: "active" });
  return supplier;
}

export async function contractRow({ customerId }: { customerId: string }) {
  return await db.contract.findUniqueOrThrow({ where: { customerId } });
}

export async function subscribed<S extends Supplier>(
  supplier: S,
  choice: OrderChoice = {},
  fields: VendorForm = CARD,
): Promise<S & { subscriptionId: string }> {
  await prepareOrder(supplier, choice);
  return { ...supplier, subscriptionId: await placeOrder(supplier, fields) };
}

/**
 * Creates a supplier with a contract that does not exist at the vendor, so that no delayed event changes the test's
 * row.
 */
export async function storedSubscriber(contract: Omit<Prisma.ContractUncheckedCreateInput, "customerId">) {
  const supplier = await unconnectedSupplier({ contract: "none" });
  const plan = { planType: "premium", planBase: "monthly", priceCents: 2_590, priceId: "price_stored" } as const;
  await db.contract.create({ data: { customerId: supplier.customerId, ...plan, ...contract } });
  return supplier;
}

type Step = "renew" | "fail-payment" | "end-trial" | "cancel" | "dispute";

/** Acts on one subscription at the twin, and waits until our row has the expected values. */
export async function play(
  supplier: Subscriber,
  step: Step,
  expected: Record<string, unknown>,
  body: object = {},
): Promise<void> {
  await deskCall(`/stripe/subscriptions/${supplier.subscriptionId}/${step}`, body);
  await awaitContract(supplier, expected);
}

export async function awaitContract(
  { customerId }: { customerId: string },
  expected: Record<string, unknown>,
): Promise<void> {
  const read = async () => await db.contract.findUnique({ where: { customerId } });
  await expect.poll(read, { message: `contract of ${customerId}` }).toMatchObject(expected);
}

/** Fails the payment as often as it takes until the vendor gives up. */
export async function failUntilUnpaid(supplier: Subscriber): Promise<void> {
  for (let attempt = 1; attempt <= 3; attempt += 1)
    await deskCall(`/stripe/subscriptions/${supplier.subscriptionId}/fail-payment`, {});
  await play(supplier, "fail-payment", { status: "unpaid" });
}

interface BilledInvoice {
  subscription: string;
  number: string | null;
  status: string;
  reason: string;
  totalCents: number;
  paidCents: number;
}

interface BillingLedger {
  subscriptions: { id: string; customer: string; status: string; prices: string[] }[];
  invoices: BilledInvoice[];
}

/** The Stripe twin's own records of a subscription. */
export const billed = {
  subscription: async ({ subscriptionId }: Subscriber) =>
    (await readLedger()).subscriptions.find((one) => one.id === subscriptionId),
  /** Oldest first. */
  invoices: async ({ subscriptionId }: Subscriber) =>
    (await readLedger()).invoices.filter((one) => one.subscription === subscriptionId),
};

async function readLedger(): Promise<BillingLedger> {
  return (await deskCall<{ stripe: BillingLedger }>("/ledger")).stripe;
}

/** Returns the VAT ids of a supplier that the vendor has stored. */
export async function vatIdsOf({ customerId }: { customerId: string }): Promise<string[]> {
  const { stripeCustomerId } = await db.contract.findUniqueOrThrow({ where: { customerId } });
  const answer = await fetch(`${process.env.STRIPE_API_URL}/v1/customers/${stripeCustomerId}/tax_ids`, {
    headers: { authorization: `Bearer ${process.env.STRIPE_SECRET_KEY}` },
  });
  return ((await answer.json()) as { data: { value: string }[] }).data.map(({ value }) => value);
}

/** Fills in a card on either of the vendor's pages and submits the form. */
export async function giveCard(page: Page, cardNumber = CARD.card_number): Promise<void> {
  await page.locator('input[name="method"][value="card"]').check();
  for (const [name, value] of Object.entries({ ...CARD, card_number: cardNumber }))
    if (name !== "method") await page.locator(`input[name="${name}"]`).fill(value);
  await page.locator('button[name="action"][value="method"], button[name="action"][value="subscribe"]').click();
}

/** Waits for the return from the vendor's page, until the subscription page is shown. */
export async function arriveAtSubscription(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname === "/app/subscription");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** Signs in and opens the subscription page. */
export async function openSubscription(
  page: Page,
  supplier: Pick<Supplier, "customerId" | "userId">,
  t: Texts,
): Promise<void> {
  await enter(page, supplier);
  await page.goto("/app/subscription");
  await expect(page.getByRole("heading", { level: 1, name: t("subscription.title") })).toBeVisible();
}

/** Returns one section of the page, by its heading. */
export function part(page: Page, name: string): Locator {
  return page.getByRole("region", { name, exact: true });
}
