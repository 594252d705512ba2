import { createHmac, randomUUID } from "node:crypto";
import { db } from "../lib/core/database/db";
import { jobs } from "../lib/jobs/catalogue";
import { enqueueNow } from "../lib/jobs/queue";
import { EVENT_TYPES } from "../lib/providers/accounting/lexware/callbacks/subscriptions";
import { addTargetDays } from "../sandbox/kit/calendar";
import { debitUnderWay } from "./support/debits";
import { bank, books, calendar, deskCall, faults, ledger } from "./support/desk";
import { expect, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import { newPayer, type Supplier, writeInvoice } from "./support/supplier";

interface WireEvent {
  id: string;
  resource_type: string;
  action: string;
  created_at: string;
  links: Record<string, string>;
}

const SECRET = process.env.GOCARDLESS_WEBHOOK_SECRET ?? "";

async function post(provider: "gocardless" | "lexoffice" | "stripe", body: string, headers: Record<string, string>) {
  const url = `${process.env.APP_URL}/api/webhooks/${provider}`;
  const response = await fetch(url, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });
  return { status: response.status, body: (await response.json()) as { stored?: number } };
}

async function deliver(events: WireEvent[]) {
  const body = JSON.stringify({ events, meta: { webhook_id: "WB0" } });
  const signature = createHmac("sha256", SECRET).update(body).digest("hex");
  return await post("gocardless", body, { "webhook-signature": signature });
}

/** Returns all events of GoCardless about this supplier, delivered or not. */
async function eventsOf(supplier: Supplier): Promise<WireEvent[]> {
  const { gocardless } = await deskCall<{ gocardless: { events: WireEvent[] } }>("/state");
  return gocardless.events.filter((event) => event.links.organisation === supplier.account);
}

async function storedEvents({ customerId }: Supplier, provider: "GOCARDLESS" | "LEXOFFICE"): Promise<number> {
  return await db.inboxEvent.count({ where: { customerId, provider } });
}

test("our webhook address answers Lexware's HEAD check, and all subscriptions are accepted", {
  tag: "@rare",
}, async ({ supplier }) => {
  const url = `${process.env.APP_URL}/api/webhooks/lexoffice`;
  expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
  const { lexware } = await deskCall<{ lexware: { subscriptions: { connectionId: string; callbackUrl: string }[] } }>(
    "/state",
  );
  const own = lexware.subscriptions.filter(({ connectionId }) => connectionId === supplier.booksConnection);
  expect(own.map(({ callbackUrl }) => callbackUrl)).toEqual(EVENT_TYPES.map(() => url));
  const { customerId } = supplier;
  expect(await db.notice.count({ where: { customerId, kind: "subscription_broken" } })).toBe(0);
});

test("a webhook with a wrong signature is refused, and nothing is stored", { tag: "@rare" }, async ({ supplier }) => {
  const { invoice, payment } = await debitUnderWay(supplier);
  const links = { organisation: supplier.account, payment: payment.id };
  const event = {
    id: `EVFORGED${supplier.account}`,
    resource_type: "payments",
    action: "paid_out",
    created_at: new Date().toISOString(),
    links,
  };
  const body = JSON.stringify({ events: [event] });
  const forged = createHmac("sha256", "guessed").update(body).digest("hex");
  expect((await post("gocardless", body, { "webhook-signature": forged })).status).toBe(498);
  expect((await post("gocardless", body, {})).status).toBe(498);
  const callback = {
    organizationId: supplier.books,
    eventType: "invoice.changed",
    resourceId: invoice.id,
    eventDate: "2026-09-15T10:00:00.000+02:00",
  };
  expect((await post("lexoffice", JSON.stringify(callback), { "x-lxo-signature": "Zm9yZ2Vk" })).status).toBe(401);
  expect((await post("lexoffice", JSON.stringify(callback), {})).status).toBe(401);
  expect(await db.inboxEvent.count({ where: { eventId: event.id } })).toBe(0);
  expect(await rows.statuses(supplier, invoice)).toEqual(["created"]);
});

test("a Stripe event with a wrong or an expired signature is refused, and nothing is stored", {
  tag: "@rare",
}, async () => {
  const id = `evt_forged_${randomUUID()}`;
  const body = JSON.stringify({ id, object: "event", type: "customer.subscription.deleted", data: { object: {} } });
  const signed = (at: number, secret: string) =>
    `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
  const at = Math.floor(Date.now() / 1_000);
  const own = process.env.STRIPE_WEBHOOK_SECRET ?? "";
  for (const signature of ["", "t=1", signed(at, "guessed"), signed(at - 600, own)])
    expect((await post("stripe", body, { "stripe-signature": signature })).status, signature).toBe(400);
  expect(await db.inboxEvent.count({ where: { eventId: id } })).toBe(0);
});

test("a repeated delivery changes nothing", { tag: "@rare" }, async ({ supplier }) => {
  const { invoice, payment, payer } = await debitUnderWay(supplier);
  await bank.payment(payment.id, "confirm");
  await awaitStatuses(supplier, invoice, ["confirmed"]);
  await expect.poll(() => db.inboxEvent.count({ where: { customerId: supplier.customerId, handledAt: null } })).toBe(0);
  const history = async () => (await rows.collections(supplier, invoice))[0]?.events.length;
  const before = [await storedEvents(supplier, "GOCARDLESS"), await history()];
  const events = await eventsOf(supplier);
  expect(events.length).toBeGreaterThan(3);
  for (let times = 0; times < 3; times += 1)
    expect(await deliver(events)).toEqual({ status: 202, body: { stored: 0 } });
  expect([await storedEvents(supplier, "GOCARDLESS"), await history()]).toEqual(before);
  expect(await rows.statuses(supplier, invoice)).toEqual(["confirmed"]);
  expect(await mailbox.to(payer.email)).toHaveLength(1);
});

test("events of unknown kinds are accepted and ignored", { tag: "@rare" }, async ({ supplier }) => {
  const { invoice, payment } = await debitUnderWay(supplier);
  const at = new Date().toISOString();
  const links = { organisation: supplier.account };
  const unknown: WireEvent[] = [
    {
      id: `EV${supplier.account}1`,
      resource_type: "unicorns",
      action: "danced",
      created_at: at,
      links: { ...links, unicorn: "UN1" },
    },
    {
      id: `EV${supplier.account}2`,
      resource_type: "payments",
      action: "polished",
      created_at: at,
      links: { ...links, payment: payment.id },
    },
    {
      id: "EV0NOBODY",
      resource_type: "payments",
      action: "paid_out",
      created_at: at,
      links: { organisation: "OR0NOBODY", payment: "PM1" },
    },
  ];
  expect((await deliver(unknown)).status).toBe(202);
  const left = () => db.inboxEvent.count({ where: { customerId: supplier.customerId, handledAt: null } });
  await expect.poll(left).toBe(0);
  expect(await rows.statuses(supplier, invoice)).toEqual(["created"]);
});

test.describe("with the twins' webhooks disturbed", { tag: "@alone" }, () => {
  test.afterEach(async () => await faults.clear());

  test("250 events at once, in random order and with duplicates, lead to the right state", { tag: "@rare" }, async ({
    supplier,
    app,
    t,
  }) => {
    const dueDate = await calendar.today();
    const { payer, payment } = await debitUnderWay(supplier, { dueDate });
    const invoices = [];
    for (let i = 1; i <= 11; i += 1)
      invoices.push(await writeInvoice(supplier, { payer, dueDate, amountCents: 1_000 * i }));
    for (const invoice of invoices) await awaitStatuses(supplier, invoice, ["created"]);
    await faults.add({ provider: "gocardless", kind: "drop" });
    await calendar.advanceTo(addTargetDays(payment.chargeDate, 3));
    const events = await eventsOf(supplier);
    const batch = Array.from({ length: 250 }, (_, i) => events[i % events.length] as WireEvent);
    const shuffled = batch.map((event) => ({ event, at: Math.random() })).sort((a, b) => a.at - b.at);
    const answer = await deliver(shuffled.map(({ event }) => event));
    expect(answer.status).toBe(202);
    for (const invoice of invoices) await awaitStatuses(supplier, invoice, ["paid_out"]);
    const booked = { isProven: true, bookingStatus: "booked" };
    await expect.poll(async () => (await rows.payouts(supplier))[0], { timeout: 40_000 }).toMatchObject(booked);
    expect((await rows.payouts(supplier))[0]?.items).toHaveLength(24);
    const [last] = invoices.slice(-1);
    if (last) await app.goto(await invoicePath(supplier, last));
    await expect(app.getByText(t("collectionStatus.paid_out.label"), { exact: true }).first()).toBeVisible();
    await expect.poll(() => ledger.voucher(last?.id ?? "")).toMatchObject({ openCents: 0 });
  });

  test("duplicate callbacks of the accounting system are processed once", { tag: "@rare" }, async ({ supplier }) => {
    await faults.add({ provider: "lexware", kind: "duplicate" });
    const { payer, invoice } = await debitUnderWay(supplier);
    expect(await mailbox.to(payer.email)).toHaveLength(1);
    await books.invoice(invoice.id, "part-pay", { amountCents: 900 });
    await awaitStatuses(supplier, invoice, ["cancelled", "created"]);
    expect(await ledger.payments(supplier.account)).toHaveLength(2);
  });

  test("the hourly check finds what no webhook delivered", { tag: "@rare" }, async ({ supplier, app, t }) => {
    const { invoice, payment } = await debitUnderWay(supplier);
    const check = () => enqueueNow(jobs.checkCustomer, { customerId: supplier.customerId });
    await faults.add({ provider: "gocardless", kind: "drop" });
    await faults.add({ provider: "lexware", kind: "drop" });
    await bank.payment(payment.id, "pay-out");
    const payer = newPayer();
    const missed = await writeInvoice(supplier, { payer });
    expect(await rows.statuses(supplier, invoice)).toEqual(["created"]);
    expect(await rows.invoice(supplier, missed)).toBeNull();
    await check();
    await awaitStatuses(supplier, invoice, ["paid_out"]);
    await expect
      .poll(async () => (await rows.payouts(supplier))[0])
      .toMatchObject({ isProven: true, bookingStatus: "booked" });
    await awaitReason(supplier, missed, "mandate_requested");
    await mailbox.letter(payer.email);
    await app.goto("/app/invoices");
    await expect(app.getByRole("row", { name: missed.number })).toContainText(t("reasons.mandate_requested.title"));

    await bank.mandate(payer.email, "sign", { organisation: supplier.account });
    await books.invoice(invoice.id, "undo-assignment");
    await check();
    await awaitStatuses(supplier, missed, ["created"]);
    expect(await ledger.payments(supplier.account)).toHaveLength(2);
  });
});
