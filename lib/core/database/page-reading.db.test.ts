import { beforeAll, describe, expect, test } from "vitest";
import type { PageRequest } from "@/lib/core/web/paging";
import { statementsOf } from "@/test/statements";
import { connectedSupplier } from "@/test/supplier-data";
import { db, type Prisma } from "./db";
import { findSortedPage } from "./page-reading";

const { customerId } = await connectedSupplier();
const other = await connectedSupplier();

/** Payouts, in the order of their screen: those without an arrival date are the newest. */
const order: Prisma.PayoutOrderByWithRelationInput[] = [
  { arrivalDate: { sort: "desc", nulls: "first" } },
  { id: "desc" },
];
const read = async (request: PageRequest) =>
  await findSortedPage(customerId, request, {
    order,
    row: (id) => db.payout.findUnique({ where: { customerId_id: { customerId, id } } }),
    rows: ({ where, ...args }) => db.payout.findMany({ ...args, where: { AND: [{ customerId }, where] } }),
  });

const DAYS = [null, null, null, "2026-11-20", "2026-11-20", "2026-11-20", "2026-11-19", "2026-11-18", "2026-11-18"];
const IN_ORDER = ["po_2", "po_1", "po_0", "po_5", "po_4", "po_3", "po_6", "po_8", "po_7"];

beforeAll(async () => {
  for (const [index, day] of DAYS.entries())
    for (const owner of [customerId, other.customerId])
      await db.payout.create({
        data: {
          customerId: owner,
          id: `po_${index}`,
          providerId: `PO${index}`,
          status: "pending",
          amountCents: 1,
          arrivalDate: day ? new Date(day) : null,
        },
      });
});

describe("a page that starts at a row of the list", () => {
  test.each([1, 2, 3, 4])("of %i rows leads to every row exactly once, in order, in both directions", async (rows) => {
    const pages: string[][] = [];
    let last = await read({ rows });
    for (;;) {
      pages.push(last.items.map((row) => row.id));
      if (!last.older) break;
      last = await read({ rows, after: last.older });
    }
    expect(pages.flat()).toEqual(IN_ORDER);
    for (const page of pages.slice(0, -1).reverse()) {
      last = await read({ rows, before: last.newer });
      expect(last.items.map((row) => row.id)).toEqual(page);
    }
    expect(last.older).toBe(pages[0]?.at(-1));
  });

  test("reads only its own rows from the database", async () => {
    const statements = await statementsOf(() => read({ rows: 2, after: "po_5" }));
    expect(statements).toHaveLength(2);
    expect(statements[1]).toMatch(/ LIMIT \$\d+$/);
  });

  test("is the first page if no row has the given id", async () => {
    expect((await read({ rows: 2, after: "po_99" })).items.map((row) => row.id)).toEqual(["po_2", "po_1"]);
    expect((await read({ rows: 2, before: "po_99" })).items.map((row) => row.id)).toEqual(["po_2", "po_1"]);
  });

  test("is the first page instead of an empty list if no row follows", async () => {
    const first = await read({ rows: 2 });
    expect(await read({ rows: 2, after: "po_7" })).toEqual(first);
  });
});
