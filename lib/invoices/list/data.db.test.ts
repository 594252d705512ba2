import { beforeAll, describe, expect, test } from "vitest";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { addDays, toDate } from "@/lib/core/time/dates";
import {
  INVOICE_FILTERS,
  INVOICE_SORTS,
  type InvoiceFilter,
  type InvoiceOrder,
  invoiceOrderOf,
  QUIET_FILTERS,
} from "@/lib/invoices/types";
import { raiseNotice } from "@/lib/notices/mutations";
import de from "@/messages/de.json";
import { dismissAll } from "@/test/notices";
import { statementsOf } from "@/test/statements";
import { connectedSupplier, seedCollection, seedInvoice } from "@/test/supplier-data";
import { findCounted, findInvoices, type InvoiceQuery } from "./data";
import { exportInvoices } from "./export-data";

const few = await connectedSupplier();
const many = await connectedSupplier();
const ROWS = 5_000;

/** As many rows as an office has after years, with equal values in every column and one name too long for an index. */
beforeAll(async () => {
  await db.$executeRaw`
    INSERT INTO invoices (customer_id, id, books, external_id, external_type, kind, number, book_status, contact_name, voucher_date,
                          due_date, total_cents, open_cents, needs_decision, updated_at)
    SELECT ${many.customerId}, 'inv_' || lpad((i * 7919 % ${ROWS})::text, 5, '0') || i, 'LEXOFFICE', 'many-' || i, 'invoice', 'invoice',
           'RE-' || (i % 700) * 37, 'open',
           CASE WHEN i = 0 THEN repeat('x', 10000)
                ELSE (ARRAY['Zimmerei Holz', 'Ähre & Korn', 'apfelhof', 'Bäckerei Öz'])[i % 4 + 1] END,
           ${toDate(today())}::date, ${toDate(today())}::date + i % 90, 1000 + (i % 40) * 100,
           CASE WHEN i % 3 = 0 THEN 0 ELSE 500 + (i % 40) * 100 END, false, now()
      FROM generate_series(0, ${ROWS - 1}) AS i`;
  await db.$executeRaw`ANALYZE invoices`;
}, 60_000);

const ask = (order: InvoiceOrder, page: InvoiceQuery["page"] = { rows: 100 }): InvoiceQuery => ({
  filter: "all",
  order,
  page,
});

const ORDERS = INVOICE_SORTS.filter((by) => by !== "debit").flatMap((by) =>
  [true, false].map((isAscending) => ({ by, isAscending })),
);

describe("the list of invoices", () => {
  test.each(ORDERS)("lists each row once, in order, both ways, by $by, ascending $isAscending", async (order) => {
    const seen: string[] = [];
    const keys: (string | number)[] = [];
    let after: string | undefined;
    let pages = 0;
    let second: string[] = [];
    do {
      const page = await findInvoices(many.customerId, ask(order, { rows: 800, after }));
      if (pages === 1) second = page.items.map((row) => row.id);
      seen.push(...page.items.map((row) => row.id));
      for (const row of page.items)
        keys.push(
          {
            due: row.dueDate,
            amount: row.amountCents,
            number: Number(row.number.replace("RE-", "")),
            contact: plain(row.contactName),
          }[order.by as "due"],
        );
      after = page.older;
      pages += 1;
      if (pages === 3) {
        const back = await findInvoices(many.customerId, ask(order, { rows: 800, before: page.newer }));
        expect(back.items.map((row) => row.id)).toEqual(second);
      }
    } while (after);
    expect(new Set(seen).size).toBe(ROWS);
    expect(seen).toHaveLength(ROWS);
    const sorted = [...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(keys).toEqual(order.isAscending ? sorted : sorted.toReversed());
  });

  test("sorts document numbers by their numeric parts, with any text around them", async () => {
    const { customerId } = await connectedSupplier();
    const inOrder = [
      ...["9", "10", "2026-9-10", "2026-10-9"],
      ...["RE-9a", "RE-10", "RE-0099", "RE-100", "RE-20261125000001", "Ä"],
    ];
    for (const number of inOrder.toReversed()) {
      const { id } = await seedInvoice(customerId);
      await db.invoice.updateMany({ where: { customerId, id }, data: { number } });
    }
    const { items } = await findInvoices(customerId, ask({ by: "number", isAscending: true }));
    expect(items.map((row) => row.number)).toEqual(inOrder);
  });

  test.each(ORDERS)("reads the rows from an index by $by, ascending $isAscending", async (order) => {
    const [statement = ""] = await statementsOf(() => findInvoices(many.customerId, ask(order)));
    expect(statement).toMatch(/ORDER BY/);
    const column = { due: "due_date", amount: "amount_cents", number: "sort_number", contact: "sort_name", debit: "" }[
      order.by
    ];
    const plan = await db.$queryRawUnsafe<{ "QUERY PLAN": string }[]>(
      `EXPLAIN SELECT * FROM invoices WHERE customer_id = '${many.customerId}' AND book_status <> 'deleted'
       ORDER BY ${column} ${order.isAscending ? "ASC" : "DESC"}, id ${order.isAscending === (order.by !== "due") ? "ASC" : "DESC"} LIMIT 101`,
    );
    const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
    expect(text).toContain("Index Scan");
    expect(text).toContain(`${column}_id_idx`);
    expect(text).not.toContain("Seq Scan");
  });

  test("reads a page and the count for its chip in one statement, and in two for later pages", async () => {
    const { customerId } = await connectedSupplier();
    for (let i = 0; i < 3; i += 1) {
      const { invoice } = await seedCollection(customerId);
      const held = { openCents: 500 + i, reason: "paid" };
      await db.invoice.updateMany({ where: { customerId, id: invoice.id }, data: held });
    }
    const { id } = await seedInvoice(customerId);
    await db.invoice.updateMany({ where: { customerId, id }, data: { reason: "very_late" } });
    for (const [order, filter] of [
      ...ORDERS.map((one) => [one, "all"] as const),
      [{ by: "debit", isAscending: true }, "on-its-way"] as const,
    ]) {
      const query = (after?: string): InvoiceQuery => ({ filter, order, page: { rows: 2, after } });
      const found: Awaited<ReturnType<typeof findCounted>>[] = [];
      for (const statements of [1, 2]) {
        const next = query(found[0]?.older);
        expect(await statementsOf(async () => found.push(await findCounted(customerId, next)))).toHaveLength(
          statements,
        );
      }
      const [first, second] = found;
      expect(second).toEqual({ ...(await findInvoices(customerId, query(first?.older))), needsYou: 1 });
      expect(second?.items.length).toBeGreaterThan(0);
      expect(second?.newer).toBeDefined();
    }
  });

  test("reads a page in one statement, with one row or 5,000", async () => {
    await seedInvoice(few.customerId);
    for (const order of ORDERS) {
      const one = await statementsOf(() => findInvoices(few.customerId, ask(order)));
      const thousands = await statementsOf(() => findInvoices(many.customerId, ask(order)));
      expect(one).toHaveLength(1);
      expect(thousands).toHaveLength(1);
    }
  });

  test.each(INVOICE_FILTERS.filter((filter) => filter !== "all" && filter !== "open"))(
    "scans no rows of other suppliers for the filter %s",
    async (filter) => {
      const query = { ...ask({ by: "due", isAscending: false }), filter };
      const [statement = ""] = await statementsOf(() => findInvoices(many.customerId, query));
      // Each relation in the statement is limited to the supplier, like the list itself.
      const looks = statement.match(/"public"\."collections"/g)?.length ?? 0;
      const named = statement.match(/"customer_id" = \$/g)?.length ?? 0;
      expect(looks).toBeGreaterThan(0);
      expect(named).toBeGreaterThanOrEqual(2);
    },
  );

  test("lists pending collections by charge date, the next one first", async () => {
    const { customerId } = await connectedSupplier();
    for (const days of [40, 20, 30, 20])
      await seedCollection(customerId, { entry: { dueDate: addDays(today(), days), number: `RE-${days}` } });
    const order = { by: "debit", isAscending: true } as const;
    const query = { filter: "on-its-way", order, page: { rows: 2 } } as const;
    const { items, older } = await findInvoices(customerId, query);
    const next = await findInvoices(customerId, { ...query, page: { rows: 2, after: older } });
    const rows = items.concat(next.items);
    expect(rows.map(({ number }) => number)).toEqual(["RE-20", "RE-20", "RE-30", "RE-40"]);
    expect(rows.map(({ debitDate }) => debitDate)).toEqual(rows.map(({ debitDate }) => debitDate).toSorted());
    expect(next.older).toBeUndefined();
    const last = await findInvoices(customerId, { ...query, order: { ...order, isAscending: false } });
    expect(last.items.map((row) => row.number)).toEqual(["RE-40", "RE-30"]);
    expect((await statementsOf(() => findInvoices(customerId, query))).length).toBeLessThanOrEqual(2);
  });
});

describe("paging while the list changes", () => {
  const order = { by: "due", isAscending: false } as const;
  const page = async (customerId: CustomerId, request: Omit<InvoiceQuery["page"], "rows">) =>
    await findInvoices(customerId, { filter: "on-its-way", order, page: { rows: 2, ...request } });

  test("skips no row, forwards or backwards, when the row that a page starts from leaves the filter", async () => {
    const { customerId } = await connectedSupplier();
    const debits = new Map<string, string>();
    for (const days of [10, 20, 30, 40, 50, 60]) {
      const entry = { dueDate: addDays(today(), days), number: `RE-${days}` };
      const { invoice, collection } = await seedCollection(customerId, { entry });
      debits.set(invoice.id, collection.id);
    }
    const leave = async (invoiceId = "") => {
      const data = { status: "paid_out" as const };
      await db.collection.update({ where: { customerId_id: { customerId, id: debits.get(invoiceId) ?? "" } }, data });
    };
    const numbers = ({ items }: { items: { number: string }[] }) => items.map((row) => row.number);
    const first = await page(customerId, {});
    expect(numbers(first)).toEqual(["RE-60", "RE-50"]);
    await leave(first.older);
    const second = await page(customerId, { after: first.older });
    expect(numbers(second)).toEqual(["RE-40", "RE-30"]);
    const third = await page(customerId, { after: second.older });
    expect(numbers(third)).toEqual(["RE-20", "RE-10"]);
    await leave(third.newer);
    expect(numbers(await page(customerId, { before: third.newer }))).toEqual(["RE-40", "RE-30"]);
    const debitOrder = { filter: "on-its-way", order: { by: "debit", isAscending: true } } as const;
    const byDay = await findInvoices(customerId, { ...debitOrder, page: { rows: 2 } });
    expect(numbers(byDay)).toEqual(["RE-10", "RE-30"]);
    await leave(byDay.items[1]?.id);
    const later = await findInvoices(customerId, { ...debitOrder, page: { rows: 2, after: byDay.older } });
    expect(numbers(later)).toEqual(["RE-40", "RE-60"]);
  });
});

test("lists an invoice whose collected amount differs from the owed one until its notices are dismissed", async () => {
  const { customerId } = await connectedSupplier();
  const differing = async () =>
    (await findInvoices(customerId, { ...ask({ by: "due", isAscending: false }), filter: "differs" })).items;
  const told = await seedInvoice(customerId);
  await seedInvoice(customerId);
  const data = { invoiceId: told.id, number: "RE-1" };
  await db.$transaction(async (tx) => {
    await raiseNotice(tx, customerId, { key: "duplicate:1", kind: "duplicate_payment", data });
    await raiseNotice(tx, customerId, { key: "paid:1", kind: "paid_elsewhere", data });
    await raiseNotice(tx, customerId, { key: "failed:1", kind: "collection_failed", data: { invoiceId: told.id } });
  });
  expect((await differing()).map((row) => row.id)).toEqual([told.id]);
  await dismissAll(customerId, "duplicate_payment");
  expect(await differing()).toHaveLength(1);
  await dismissAll(customerId, "paid_elsewhere");
  expect(await differing()).toEqual([]);
});

test.each([
  ["submitted", ["on-its-way"]],
  ["confirmed", ["on-its-way", "collected"]],
  ["paid_out", ["collected"]],
] as const)("lists an invoice whose collection is %s under the filters %j", async (status, behind) => {
  const { customerId } = await connectedSupplier();
  await seedCollection(customerId);
  await db.collection.updateMany({ where: { customerId }, data: { status } });
  const found = async (filter: InvoiceFilter) =>
    (await findInvoices(customerId, { ...ask({ by: "due", isAscending: false }), filter })).items.length;
  const usual = INVOICE_FILTERS.filter((filter) => !QUIET_FILTERS.includes(filter));
  const counts = await Promise.all(usual.map(async (filter) => [filter, await found(filter)] as const));
  expect(counts.filter(([, count]) => count > 0).map(([filter]) => filter)).toEqual(["all", ...behind]);
});

test("lists a paid invoice with a returned payment as needing the supplier until the return is dismissed", async () => {
  const { customerId } = await connectedSupplier();
  const { invoice } = await seedCollection(customerId);
  const key = { customerId_id: { customerId, id: invoice.id } };
  await db.collection.updateMany({ where: { customerId }, data: { status: "charged_back", holdsInvoice: false } });
  const data = { bookStatus: "paid", outcome: "skip", reason: "paid_by_returned_debit" } as const;
  await db.invoice.update({ where: key, data });
  const found = async (filter: InvoiceFilter) =>
    await findCounted(customerId, { ...ask({ by: "due", isAscending: false }), filter });
  const texts = async () => {
    const query = { filter: "all", order: { by: "due", isAscending: false } } as const;
    let text = "";
    for await (const piece of exportInvoices(customerId, query, "de")) text += piece;
    return text;
  };
  expect(await found("needs-you")).toMatchObject({ needsYou: 1, items: [{ id: invoice.id, needsYou: true }] });
  expect((await found("not-collected")).items).toEqual([]);
  // The export shows what the screen shows: the collection ended, and why that does not settle the invoice.
  expect(await texts()).toContain(de.reasons.paid_by_returned_debit.title);
  await db.invoice.update({ where: key, data: { isExcluded: true } });
  expect(await found("needs-you")).toMatchObject({ needsYou: 0, items: [] });
  expect((await found("not-collected")).items).toMatchObject([{ id: invoice.id, needsYou: false }]);
  await db.invoice.update({
    where: key,
    data: { bookStatus: "open", isExcluded: false, reason: "failed_needs_action" },
  });
  expect((await found("needs-you")).items).toMatchObject([{ id: invoice.id, needsYou: true }]);
  expect(await texts()).toContain(de.collectionStatus.charged_back.label);
});

/** Sorts like the column: umlauts with their vowels, upper with lower case. */
function plain(name: string): string {
  return name.slice(0, 80).toLowerCase().replaceAll("ä", "a").replaceAll("ö", "o");
}

test("uses the default order for an unknown one, or for one that the filter does not offer", () => {
  expect(invoiceOrderOf("all", "'; DROP", "up")).toEqual({ by: "due", isAscending: false });
  expect(invoiceOrderOf("all", "debit")).toEqual({ by: "due", isAscending: false });
  expect(invoiceOrderOf("on-its-way", "debit")).toEqual({ by: "debit", isAscending: true });
});
