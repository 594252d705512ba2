import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { CustomerId } from "@/lib/auth/scope";
import { db, Prisma } from "@/lib/core/database/db";
import { BookStatus } from "@/lib/core/prisma/enums";
import { today } from "@/lib/core/time/clock";
import { addDays, toDate } from "@/lib/core/time/dates";
import { addTargetDays, nextTargetDay } from "@/lib/core/time/target-calendar";
import { debitDaysSql, readDebitDays } from "@/lib/dashboard/debits/data";
import { firstDayTold, moneyFigures } from "@/lib/dashboard/debits/rules";
import { payoutHabit } from "@/lib/dashboard/forecast/rules";
import { invoiceOverviewSql, readInvoiceOverview } from "@/lib/invoices/conditions/data";
import { findInvoices } from "@/lib/invoices/list/data";
import { type InvoiceFilter, invoiceOrderOf } from "@/lib/invoices/types";
import { noticeGroupOf } from "@/lib/notifications/loaders";
import { DIRECT_DEBIT_TERM } from "@/prisma/seed/suppliers";
import { statementsOf } from "@/test/statements";
import { connectedSupplier, seedCollection, seedInvoice } from "@/test/supplier-data";
import { attentionSql, readAttention } from "./data";

const OUTCOMES = [
  ["wait", "mandate_requested"],
  ["wait", "very_late"],
  ["wait", "contact_without_email"],
  ["collect", "collect"],
  ["skip", "condition_near_miss"],
  ["skip", "no_condition"],
] as const;

const weekAgo = new Date(Date.now() - 7 * 86_400_000);
const since = firstDayTold(today());

async function readAll(customerId: CustomerId, userId: string) {
  return await Promise.all([
    readDebitDays(customerId, since),
    readInvoiceOverview(customerId),
    readAttention(customerId, userId, weekAgo),
  ]);
}

/** Inserts rows as after years of use: every second invoice is settled, every fifth collection has failed. */
async function seedYears(customerId: CustomerId, contactId: string, mandateId: string, count: number): Promise<void> {
  const mark = randomUUID().slice(0, 8);
  await db.$executeRaw`
    INSERT INTO invoices (customer_id, id, books, external_id, external_type, kind, number, book_status, contact_id,
      voucher_date, due_date, total_cents, open_cents, term_label, needs_decision, updated_at)
    SELECT ${customerId}, 'inv_' || ${mark} || n, 'LEXOFFICE', 'ext_' || ${mark} || n, 'invoice', 'invoice', 'RE' || n,
      (CASE WHEN n % 2 = 0 THEN 'open' ELSE 'paid' END)::book_status, ${contactId},
      current_date - n % 900, current_date - n % 900, 11900, CASE WHEN n % 2 = 0 THEN 11900 ELSE 0 END,
      ${DIRECT_DEBIT_TERM} || n % 7, false, now()
    FROM generate_series(1, ${count}::int) n`;
  // The next statements look up keys. Plans made while the tables were small would read the whole tables, row by row.
  await db.$executeRaw`ANALYZE invoices`;
  await db.$executeRaw`
    INSERT INTO collections (customer_id, id, invoice_id, mandate_id, attempt, status, holds_invoice, amount_cents,
      reference, wanted_date, requested_date, charge_date, idempotency_key, updated_at)
    SELECT ${customerId}, 'col_' || ${mark} || n, 'inv_' || ${mark} || n, ${mandateId}, 1,
      (CASE WHEN n % 5 = 0 THEN 'failed' WHEN n % 100 = 1 THEN 'created' ELSE 'paid_out' END)::collection_status,
      n % 5 <> 0, 11900, 'RE' || n, d, d, d, ${mark} || n, now()
    FROM (SELECT n, current_date - n % 900 AS d FROM generate_series(1, ${count}::int) n) days`;
  await db.$executeRaw`
    INSERT INTO notices (customer_id, id, key, kind, data, created_at)
    SELECT ${customerId}, 'ntc_' || ${mark} || n, ${mark} || n, 'collection_failed',
      jsonb_build_object('amountCents', 100, 'number', 'RE' || n), now() - n * interval '1 minute'
    FROM generate_series(1, ${Math.ceil(count / 10)}::int) n`;
}

test("a mandate request counts as old if no mail about it was sent for a week", async () => {
  const { customerId, userId } = await connectedSupplier();
  const longAgo = new Date(Date.now() - 20 * 86_400_000);
  const ask = async (dates: object) => {
    const { contactId } = await seedInvoice(customerId);
    const base = { customerId, id: randomUUID(), contactId: contactId ?? "", status: "sent" as const };
    await db.mandateRequest.create({ data: { ...base, createdAt: longAgo, ...dates } });
  };
  await ask({ sentAt: longAgo });
  await ask({ sentAt: null });
  await ask({ sentAt: new Date() });
  await ask({ sentAt: longAgo, remindedAt: new Date() });
  const { requests } = await readAttention(customerId, userId, weekAgo);
  expect(requests).toEqual({ waiting: 4, olderThanWeek: 2 });
});

describe("the figures of the dashboard", { timeout: 20_000 }, () => {
  test("are those of one supplier, counted by the state of each collection and invoice", async () => {
    const { customerId, userId } = await connectedSupplier();
    const other = await connectedSupplier();
    await seedCollection(other.customerId);
    const { collection, invoice } = await seedCollection(customerId);
    const waiting = await seedInvoice(customerId, {
      entry: { openCents: 5_000, totalCents: 5_000 },
      document: { termLabel: ` ${DIRECT_DEBIT_TERM}` },
    });
    await db.invoice.update({
      where: { customerId_id: { customerId, id: waiting.id } },
      data: { outcome: "wait", reason: "mandate_ambiguous" },
    });
    const [debits, invoices, attention] = await readAll(customerId, userId);
    expect(moneyFigures(debits, today())).toMatchObject({ onItsWay: { count: 1, cents: collection.amountCents } });
    expect(invoices).toEqual({
      openCount: 2,
      openCents: 16_900,
      pendingCount: 0,
      untoldCount: 1,
      hasAny: true,
      chosen: [DIRECT_DEBIT_TERM],
      terms: expect.arrayContaining([
        { label: DIRECT_DEBIT_TERM, count: 1, cents: 11_900 },
        { label: ` ${DIRECT_DEBIT_TERM}`, count: 1, cents: 5_000 },
      ]),
      met: expect.arrayContaining([DIRECT_DEBIT_TERM, ` ${DIRECT_DEBIT_TERM}`]),
    });
    expect(attention).toMatchObject({ mandates: { usable: 1, proposals: 0 }, requests: { waiting: 0 }, sync: null });
    expect(attention.isTourOver).toBe(true);
    // An invoice whose collection is under way needs nobody.
    await db.invoice.update({
      where: { customerId_id: { customerId, id: invoice.id } },
      data: { reason: "mandate_ambiguous" },
    });
    expect(await readInvoiceOverview(customerId)).toMatchObject({ untoldCount: 1 });
  });

  test("equal the number of rows in the lists that they link to", async () => {
    const { customerId, userId } = await connectedSupplier();
    const facts = Object.values(BookStatus).flatMap((bookStatus) =>
      OUTCOMES.flatMap(([outcome, reason]) =>
        [true, false].map((isArchived) => ({ bookStatus, outcome, reason, isArchived })),
      ),
    );
    for (const data of facts) {
      const { id } = await seedInvoice(customerId);
      await db.invoice.update({ where: { customerId_id: { customerId, id } }, data });
    }
    const days = [today(), `${today().slice(0, 7)}-01`, addDays(`${today().slice(0, 7)}-01`, -1)];
    for (const chargeDate of days.map(toDate))
      for (const status of ["paid_out", "confirmed", "submitted", "failed"] as const) {
        const { collection, invoice } = await seedCollection(customerId);
        const key = { customerId_id: { customerId, id: collection.id } };
        await db.collection.update({ where: key, data: { status, holdsInvoice: status !== "failed", chargeDate } });
        const decided = { outcome: "wait", reason: "very_late" } as const;
        await db.invoice.update({ where: { customerId_id: { customerId, id: invoice.id } }, data: decided });
      }
    const held = async (filter: InvoiceFilter) =>
      (await findInvoices(customerId, { filter, order: invoiceOrderOf(filter), page: { rows: 500 } })).items.length;
    const [debits, invoices] = await readAll(customerId, userId);
    const { thisMonth, onItsWay } = moneyFigures(debits, today());
    expect(await held("open")).toBe(invoices.openCount);
    expect(await held("waiting")).toBe(invoices.pendingCount);
    expect(await held("to-decide")).toBe(invoices.untoldCount);
    expect(await held("on-its-way")).toBe(onItsWay.count);
    expect(await held("collected-this-month")).toBe(thisMonth.count);
    for (const count of [
      invoices.openCount,
      invoices.pendingCount,
      invoices.untoldCount,
      onItsWay.count,
      thisMonth.count,
    ])
      expect(count).toBeGreaterThan(0);
    const byDay = { by: "debit", isAscending: false } as const;
    const listed = await findInvoices(customerId, {
      filter: "collected-this-month",
      order: byDay,
      page: { rows: 500 },
    });
    expect(listed.items).toHaveLength(thisMonth.count);
  });

  test("include collections under way of any age, and settled ones only since the first day that is shown", async () => {
    const { customerId } = await connectedSupplier();
    for (const [status, day] of [
      ["created", addDays(since, -100)],
      ["paid_out", addDays(since, -1)],
      ["paid_out", since],
    ] as const) {
      const { collection } = await seedCollection(customerId);
      await db.collection.update({
        where: { customerId_id: { customerId, id: collection.id } },
        data: { status, chargeDate: toDate(day) },
      });
    }
    const found = (await readDebitDays(customerId, since)).map(({ day, status, count }) => [day, status, count]);
    expect(found.toSorted()).toEqual([
      [addDays(since, -100), "created", 1],
      [since, "paid_out", 1],
    ]);
  });

  test("group notices of one kind with the newest one's facts and the oldest one's day, but separate vendors", async () => {
    const { customerId, userId } = await connectedSupplier();
    const notice = (key: string, kind: string, data: Prisma.InputJsonObject, minutesAgo: number) =>
      db.notice.create({
        data: { customerId, id: randomUUID(), key, kind, data, createdAt: new Date(Date.now() - minutesAgo * 60_000) },
      });
    const oldest = await notice("a", "collection_failed", { amountCents: 100, number: "RE1" }, 9);
    await notice("b", "collection_failed", { amountCents: 250, number: "RE2", invoiceId: "inv_2" }, 5);
    await notice("c", "connection_lost", { type: "LEXOFFICE" }, 4);
    await notice("d", "connection_lost", { type: "GOCARDLESS" }, 3);
    await db.notice.create({
      data: { customerId, id: randomUUID(), key: "e", kind: "mandate_lost", data: {}, resolvedAt: new Date() },
    });
    const { notices } = await readAttention(customerId, userId, weekAgo);
    expect(notices.map(noticeGroupOf)).toMatchObject([
      { kind: "connection_lost", type: "GOCARDLESS", count: 1 },
      { kind: "connection_lost", type: "LEXOFFICE", count: 1 },
      {
        kind: "collection_failed",
        count: 2,
        sumCents: 350,
        number: "RE2",
        invoiceId: "inv_2",
        since: oldest.createdAt.toISOString(),
      },
    ]);
  });

  test("derive the duration and the fees of payouts from the supplier's last payouts", async () => {
    const { customerId, userId } = await connectedSupplier();
    const { collection } = await seedCollection(customerId);
    const charged = nextTargetDay(addDays(today(), -10));
    const arrived = addTargetDays(charged, 2);
    await db.collection.update({
      where: { customerId_id: { customerId, id: collection.id } },
      data: { chargeDate: toDate(charged), status: "paid_out" },
    });
    const items = [
      { position: 0, type: "payment_paid_out", tenths: 119_000, collectionId: collection.id },
      { position: 1, type: "gocardless_fee", tenths: -1_390 },
      { position: 2, type: "payment_charged_back", tenths: -50_000 },
    ];
    const paidOut = { status: "paid", amountCents: 6_761, arrivalDate: toDate(arrived) } as const;
    await db.payout.create({
      data: { customerId, id: "pay_1", providerId: randomUUID(), ...paidOut, items: { create: items } },
    });
    await db.payout.create({
      data: { customerId, id: "pay_2", providerId: "PO2", reference: "", status: "pending", amountCents: 1 },
    });
    const { pastDebits, pastFees, payouts } = await readAttention(customerId, userId, weekAgo);
    expect(payoutHabit(pastDebits, pastFees)).toEqual({
      days: 2,
      isMeasured: true,
      fees: { paidTenths: 119_000, feeTenths: 1_390 },
    });
    expect(payouts).toMatchObject([
      { id: "pay_2", reference: "PO2", day: null },
      { id: "pay_1", day: arrived, amountCents: 6_761, status: "paid" },
    ]);
  });
});

describe("reading the dashboard", () => {
  test("takes three statements for one row as for 5,000, and none reads a whole table", async () => {
    const { customerId, userId } = await connectedSupplier();
    const { invoice, mandate } = await seedCollection(customerId);
    expect(await statementsOf(() => readAll(customerId, userId))).toHaveLength(3);
    await seedYears(customerId, invoice.contactId, mandate.id, 5_000);
    // Most rows of each table belong to another supplier.
    const other = await connectedSupplier();
    const { invoice: foreign, mandate: theirs } = await seedCollection(other.customerId);
    await seedYears(other.customerId, foreign.contactId, theirs.id, 20_000);
    await db.$executeRaw`ANALYZE`;
    // Opens connections that were closed meanwhile, whose first statements must not count.
    await readAll(customerId, userId);
    expect(await statementsOf(() => readAll(customerId, userId))).toHaveLength(3);
    for (const sql of [
      debitDaysSql(customerId, since),
      invoiceOverviewSql(customerId),
      attentionSql(customerId, userId, weekAgo),
    ]) {
      const plan = await db.$queryRaw<Record<string, string>[]>(Prisma.sql`EXPLAIN ${sql}`);
      const text = plan.map((line) => Object.values(line)[0]).join("\n");
      expect(text).not.toMatch(/Seq Scan on (invoices|collections|notices)/);
    }
    const [, { openCount, terms }, { notices }] = await readAll(customerId, userId);
    expect({ openCount, terms: terms.length, notices: notices[0]?.count }).toEqual({
      openCount: 2_501,
      terms: 8,
      notices: 500,
    });
  });
});
