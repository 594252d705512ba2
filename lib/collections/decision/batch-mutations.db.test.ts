import { beforeEach, describe, expect, test } from "vitest";
import { db, Prisma } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { connectedSupplier, decideNow, openNotices, seedInvoice, seedMandate } from "@/test/supplier-data";
import { decideBatch, readStale, type StaleInvoice, staleAfter } from "./batch-mutations";
import { readSupplierFacts } from "./data";
import { decideInvoices } from "./jobs";
import { decideInvoice } from "./mutations";

const { customerId } = await connectedSupplier();

beforeEach(async () => {
  await clearJobs();
  await db.invoice.updateMany({ where: { customerId }, data: { needsDecision: false } });
});

const rowOf = (id: string) => db.invoice.findUniqueOrThrow({ where: { customerId_id: { customerId, id } } });
const mark = (...ids: string[]) =>
  db.invoice.updateMany({ where: { customerId, id: { in: ids } }, data: { needsDecision: true } });
const decideMarked = async (marked?: StaleInvoice[]) => {
  const given = marked ?? (await readStale(customerId, "", 50));
  return (await decideBatch(customerId, given, await readSupplierFacts(db, customerId))).map(({ id }) => id);
};

async function withMandate() {
  const invoice = await seedInvoice(customerId);
  await seedMandate(customerId, invoice.contactId);
  return invoice;
}

const collectionsOf = (invoiceId: string) =>
  db.collection.findMany({ where: { customerId, invoiceId }, include: { events: true } });

describe("the batch of decisions", () => {
  test("decides like single decisions, if the decision has no further effect", async () => {
    const [asked, other, paid] = [
      await seedInvoice(customerId),
      await seedInvoice(customerId, { entry: { currency: "CHF" } }),
      await seedInvoice(customerId),
    ];
    await db.invoice.updateMany({ where: { customerId, id: paid.id }, data: { bookStatus: "paid", openCents: 0 } });
    const ids = [asked.id, other.id, paid.id];
    for (const id of ids) await decideNow(customerId, id);
    const before = await Promise.all(ids.map(rowOf));
    expect(before.map((row) => row.reason)).toEqual(["mandate_requested", "not_euro", "paid"]);
    await db.invoice.updateMany({
      where: { customerId, id: { in: ids } },
      data: { outcome: null, reason: null, decision: {}, decidedAt: null, needsDecision: true },
    });
    // The mandate has been requested by now, so the decision is to wait for it.
    expect(await decideMarked()).toEqual([]);
    const after = await Promise.all(ids.map(rowOf));
    for (const [index, row] of after.entries()) {
      const { outcome, reason } = before[index] ?? {};
      expect(row).toMatchObject({ outcome, reason, needsDecision: false, decidedAt: expect.any(Date) });
    }
    const { decision } = before[1] ?? {};
    expect(after[1]?.decision).toEqual(decision);
  });

  test("returns invoices whose decision has other effects, and executes none of these", async () => {
    const [asked, still] = [await seedInvoice(customerId), await seedInvoice(customerId)];
    await decideNow(customerId, still.id);
    await mark(asked.id, still.id);
    const requests = { where: { customerId, contactId: asked.contactId } };
    expect(await decideMarked()).toEqual([asked.id]);
    expect(await db.mandateRequest.count(requests)).toBe(0);
    expect(await rowOf(asked.id)).toMatchObject({ needsDecision: true, outcome: null });
    expect(await rowOf(still.id)).toMatchObject({ needsDecision: false });
    await mark(still.id);
    await decideInvoices.run({ customerId });
    expect(await db.mandateRequest.count(requests)).toBe(1);
    expect(await rowOf(still.id)).toMatchObject({ needsDecision: false });
  });

  test("starts the first collection of each invoice, as a single decision does", async () => {
    const [one, other, single] = [await withMandate(), await withMandate(), await withMandate()];
    expect(await decideNow(customerId, single.id)).toMatchObject({ outcome: "collect" });
    await clearJobs();
    await mark(one.id, other.id);
    expect(await decideMarked()).toEqual([]);
    const [expected] = await collectionsOf(single.id);
    for (const { id } of [one, other]) {
      const { outcome, reason } = await rowOf(single.id);
      expect(await rowOf(id)).toMatchObject({ outcome, reason, needsDecision: false });
      const { attempt, amountCents, wantedDate, requestedDate, dueDate } = expected ?? {};
      expect(await collectionsOf(id)).toMatchObject([
        {
          ...{ attempt, amountCents, wantedDate, requestedDate, dueDate, status: "pending", holdsInvoice: true },
          events: [{ action: "planned", status: "pending" }],
        },
      ]);
    }
    expect(await waitingJobs(jobs.carryOutCollection)).toHaveLength(2);
  });

  test("starts no collection of an invoice that has changed since it was read", async () => {
    const [changed, still] = [await withMandate(), await withMandate()];
    await mark(changed.id, still.id);
    const marked = await readStale(customerId, "", 50);
    await mark(changed.id);
    expect(await decideMarked(marked)).toEqual([changed.id]);
    expect(await collectionsOf(changed.id)).toEqual([]);
    expect(await collectionsOf(still.id)).toHaveLength(1);
  });

  test("returns an invoice that was collected before", async () => {
    const [again, still] = [await withMandate(), await withMandate()];
    for (const { id } of [again, still]) await decideNow(customerId, id);
    await db.collection.updateMany({
      where: { customerId, invoiceId: again.id },
      data: { status: "cancelled", holdsInvoice: false },
    });
    await mark(again.id, still.id);
    expect(await decideMarked()).toContain(again.id);
    expect(await collectionsOf(again.id)).toHaveLength(1);
  });

  test("returns an invoice that somebody is changing, instead of waiting for it", async () => {
    const [held, still] = [await seedInvoice(customerId), await seedInvoice(customerId)];
    for (const { id } of [held, still]) await decideNow(customerId, id);
    await mark(held.id, still.id);
    const marked = await readStale(customerId, "", 50);
    const left = await db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM invoices WHERE customer_id = ${customerId} AND id = ${held.id} FOR UPDATE`;
      return await decideMarked(marked);
    });
    expect(left).toEqual([held.id]);
    expect(await rowOf(still.id)).toMatchObject({ needsDecision: false });
  });

  test("keeps a flag that was set again after it had been read", async () => {
    const [changed, still] = [await seedInvoice(customerId), await seedInvoice(customerId)];
    for (const { id } of [changed, still]) await decideNow(customerId, id);
    await mark(changed.id, still.id);
    const marked = await readStale(customerId, "", 50);
    await mark(changed.id);
    const { decidedAt } = await rowOf(changed.id);
    expect(await decideMarked(marked)).toEqual([changed.id]);
    expect(await rowOf(changed.id)).toMatchObject({ needsDecision: true, decidedAt });
    expect(await rowOf(still.id)).toMatchObject({ needsDecision: false });
  });

  test("leaves single decisions to read the facts again if the row has changed since", async () => {
    const { id, contactId } = await seedInvoice(customerId);
    await seedMandate(customerId, contactId);
    const version = (await readStale(customerId, "", 50)).find((one) => one.id === id)?.version ?? "";
    const now = await readSupplierFacts(db, customerId);
    const facts = { ...now, accounts: { ...now.accounts, arePaymentsConnected: false } };
    // Meanwhile the account is connected, and invoices that wait for it are flagged again.
    await mark(id);
    expect(await decideInvoice(customerId, id, { version, facts })).toMatchObject({ outcome: "collect" });
  });

  test("leaves an invoice flagged that has to be read again", async () => {
    const [stale, still] = [await seedInvoice(customerId), await seedInvoice(customerId)];
    for (const { id } of [stale, still]) await decideNow(customerId, id);
    await mark(stale.id, still.id);
    await db.invoice.updateMany({ where: { customerId, id: stale.id }, data: { openStaleAt: new Date() } });
    expect(await decideMarked()).toEqual([]);
    expect(await rowOf(stale.id)).toMatchObject({ needsDecision: true });
    await db.invoice.updateMany({ where: { customerId, id: stale.id }, data: { openStaleAt: null } });
  });

  test("returns an invoice collected in another accounting system, however its number is spelt there", async () => {
    const [collected, brought] = [
      await seedInvoice(customerId, { entry: { number: "RÄ 2026.047" } }),
      await seedInvoice(customerId, { entry: { number: "RAE-2026-047" } }),
    ];
    await decideNow(customerId, brought.id);
    await seedMandate(customerId, collected.contactId);
    await decideNow(customerId, collected.id);
    await mark(brought.id);
    expect(await decideMarked()).toEqual([]);
    await db.invoice.updateMany({ where: { customerId, id: collected.id }, data: { books: "SEVDESK" } });
    await mark(brought.id);
    expect(await decideMarked()).toEqual([brought.id]);
    expect(await decideNow(customerId, brought.id)).toMatchObject({ reason: "collected_in_other_books" });
  });

  test("returns an invoice as long as its notice of a missing address is open", async () => {
    const [silent, still] = [await seedInvoice(customerId, { contact: { emails: [] } }), await seedInvoice(customerId)];
    for (const { id } of [silent, still]) await decideNow(customerId, id);
    await mark(silent.id, still.id);
    expect(await decideMarked()).toEqual([silent.id]);
    expect(await openNotices(customerId)).toEqual([`contact-without-email:${silent.contactId}`]);
    await db.contact.updateMany({ where: { customerId, id: silent.contactId }, data: { email: "neu@payer.example" } });
    await db.invoice.updateMany({ where: { customerId, id: silent.id }, data: { isExcluded: true } });
    await mark(silent.id, still.id);
    expect(await decideMarked()).toContain(silent.id);
  });

  test("is found without reading the invoices that are decided, however many there are", async () => {
    const many = await connectedSupplier();
    await db.$executeRaw`
      INSERT INTO invoices (customer_id, id, books, external_id, external_type, kind, number, book_status, voucher_date,
        due_date, total_cents, open_cents, needs_decision, updated_at)
      SELECT ${many.customerId}, 'inv_' || n, 'EINVOICE', n, 'invoice', 'invoice', n, 'open', now(), now(), 1, 1,
        n > 2400, now()
      FROM generate_series(1001, 3000) AS n`;
    await db.$executeRaw`ANALYZE invoices`;
    const query = Prisma.sql`EXPLAIN (ANALYZE, COSTS OFF) ${staleAfter(many.customerId, "", 50)}`;
    const plan = (await db.$queryRaw<Record<string, string>[]>(query))
      .flatMap((line) => Object.values(line))
      .join("\n");
    expect(plan).not.toMatch(/Seq Scan|Removed by Filter/);
    expect(plan).toContain("rows=50");
  });
});

describe("the number of a document", () => {
  test.each([
    ["RE 2026.047", "re2026047"],
    ["Re-2026/047", "re2026047"],
    ["RE-2026-47", "re202647"],
    ["RÄ ß–1", "raess1"],
    ["RA\u0308 É1", "raee1"],
    ["Ø-1 Ł", "o1l"],
    ["漢 1", "漢1"],
    ["Nr. ---", "nr"],
    ["---", ""],
    [`${"9".repeat(30)}-A1`, `${"9".repeat(18)}a1`],
  ])("%s is compared as %s", async (number, plainNumber) => {
    const { id } = await seedInvoice(customerId, { entry: { number } });
    expect((await rowOf(id)).plainNumber).toBe(plainNumber);
  });
});
