import { Agent, createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { register } from "@/instrumentation";
import { db, Prisma } from "@/lib/core/database/db";
import { findPage } from "@/lib/core/database/page-reading";
import { statementsOf } from "@/test/statements";
import { connectedSupplier, seedCollection } from "@/test/supplier-data";
import { rowInEveryTable, type SupplierTable, supplierTables } from "@/test/supplier-tables";
import { ScopedPool } from "./scoped-pool";
import { crossTenant, keepToSupplier, type Reach, withinSupplier, withTenantScope } from "./tenant-scope";

// Set before the product reads it: a pool so small that every caller gets a connection that another one has just used.
vi.hoisted(() => {
  process.env.DATABASE_POOL_SIZE = "4";
});

const [one, other] = [(await connectedSupplier()).customerId, (await connectedSupplier()).customerId];
await seedCollection(one);
await seedCollection(other);

/** The accounts of one person are read across all suppliers (decision 027). */
const OF_PERSONS = ["memberships", "sessions"];
const tables = (await supplierTables()).filter(({ name }) => !OF_PERSONS.includes(name));
for (const customerId of [one, other]) await rowInEveryTable(customerId);

const ofOther = (table: SupplierTable) => Prisma.sql`${Prisma.raw(`"${table.name}"."${table.key}"`)} = ${other}`;
/** The statement is refused by a policy, or by a missing right of the role (lib/core/tenants/grants.db.test.ts). */
const REFUSED = /row-level security|permission denied/;

/** Returns the number of changed rows; 0 if the statement was refused. */
async function changed(statement: Promise<number>): Promise<number> {
  return await statement.catch((error: Error) => {
    expect(error.message).toMatch(/permission denied/);
    return 0;
  });
}

describe("every table of suppliers in the catalogue", () => {
  test("has row-level security with one policy, and so has the supplier's own row", () => {
    expect(tables.length).toBeGreaterThan(30);
    expect(tables.map(({ name }) => name)).toContain("customers");
    for (const { name, isWalled, policies } of tables)
      expect({ name, isWalled, policies }).toEqual({ name, isWalled: true, policies: 1 });
  });

  test.each(tables)(
    "$name shows a query without a filter only the supplier's rows, and changes no others",
    async (table) => {
      const name = Prisma.raw(`"${table.name}"`);
      const key = Prisma.raw(`"${table.key}"`);
      const count = async () => await db.$queryRaw<{ n: number }[]>`SELECT count(*)::int AS n FROM ${name}`;
      await withinSupplier(one, async () => {
        const seen = await db.$queryRaw<{ key: string }[]>`SELECT DISTINCT ${key} AS key FROM ${name}`;
        expect(seen).toEqual([{ key: one }]);
        expect(await changed(db.$executeRaw`UPDATE ${name} SET ${key} = ${key} WHERE ${ofOther(table)}`)).toBe(0);
        expect(await changed(db.$executeRaw`DELETE FROM ${name} WHERE ${ofOther(table)}`)).toBe(0);
        await expect(db.$executeRaw`UPDATE ${name} SET ${key} = ${other}`).rejects.toThrow(REFUSED);
        await expect(rowInEveryTable(other, [table])).rejects.toThrow(REFUSED);
      });
      expect((await withTenantScope("none", count))[0]?.n).toBe(0);
      expect((await crossTenant(count))[0]?.n).toBeGreaterThan(1);
    },
  );

  test("shows Prisma only the supplier's rows, also through the view of versions", async () => {
    const models = Object.values(Prisma.ModelName).filter(
      (name) => "customerId" in (Prisma[`${name}ScalarFieldEnum` as keyof typeof Prisma] as object),
    );
    expect(models).toContain("Pulse");
    for (const name of models.filter((model) => !["Membership", "Session"].includes(model))) {
      const delegate = db[`${name.charAt(0).toLowerCase()}${name.slice(1)}` as "invoice"];
      const rows = await withinSupplier(one, () => delegate.findMany({ select: { customerId: true } }));
      expect({ name, seen: [...new Set(rows.map((row) => row.customerId))] }).toEqual({ name, seen: [one] });
    }
    expect(await withinSupplier(one, () => db.customer.findMany({ select: { id: true } }))).toEqual([{ id: one }]);
  });
});

/** Queries that run in every tenant scope. Each returns the ids of the suppliers whose rows it has seen. */
const QUESTIONS: ((id: string) => Promise<string[]>)[] = [
  async () => (await db.contact.findMany()).map((row) => row.customerId),
  async () => (await db.customer.findMany({ include: { connections: true } })).map((row) => row.id),
  // Prisma batches these calls over all callers of one tick.
  async (id) => [(await db.customer.findUnique({ where: { id } }))?.id ?? ""],
  async (id) => [(await db.contract.findUnique({ where: { customerId: id } }))?.customerId ?? ""],
  async () => await db.$queryRaw<{ id: string }[]>`SELECT id FROM customers`.then((rows) => rows.map((row) => row.id)),
  async () =>
    await db.$transaction(async (tx) => {
      const before = await tx.invoice.findMany();
      await turn();
      return [...before, ...(await tx.mandate.findMany())].map((row) => row.customerId);
    }),
  async () => (await db.$transaction([db.customer.findMany(), db.customer.findMany()])).flat().map((row) => row.id),
  async () => {
    const given = new Error("given up");
    const failing = db.$transaction(async (tx) => {
      await tx.contact.updateMany({ data: { city: "Nirgends" } });
      throw given;
    });
    await expect(failing).rejects.toThrow(given);
    return (await db.contact.findMany({ where: { city: { not: "Nirgends" } } })).map((row) => row.customerId);
  },
];

describe("queries of several suppliers at the same time", () => {
  test("return their own supplier's rows on shared connections, and nothing without a proven supplier", async () => {
    const reaches: Reach[] = [{ supplier: one }, { supplier: other }, "none"];
    for (let round = 0; round < 12; round += 1) {
      const asked = QUESTIONS.flatMap((question, place) =>
        Array.from({ length: 4 }, async (_, i) => {
          const reach = reaches[(round + place + i) % 3] as Reach;
          const own = typeof reach === "object" ? [reach.supplier] : [];
          const seen = await withTenantScope(reach, async () => await question(own[0] ?? one));
          return { own, seen: [...new Set(seen)].filter(Boolean) };
        }),
      );
      for (const { own, seen } of await Promise.all(asked)) expect(seen).toEqual(own);
    }
  });

  test("do not share a statement for a row that only one supplier may see", async () => {
    const find = (id: string) => db.customer.findUnique({ where: { id }, select: { id: true } });
    const found = await Promise.all([
      withinSupplier(one, () => find(other)),
      withinSupplier(other, () => find(other)),
      withinSupplier(one, () => find(one)),
      withTenantScope("none", async () => await find(one)),
    ]);
    expect(found).toEqual([null, { id: other }, { id: one }, null]);
  });
});

describe("a connection", () => {
  const pool = new ScopedPool({ connectionString: process.env.DATABASE_URL, max: 1 });
  afterAll(() => pool.end());
  const ask = async () => (await pool.query("SELECT id FROM customers")).rows.map((row: { id: string }) => row.id);

  test("shows no rows of its last supplier to the next supplier or to an unproven request", async () => {
    expect(await withinSupplier(one, ask)).toEqual([one]);
    expect(await withinSupplier(other, ask)).toEqual([other]);
    expect(await withTenantScope("none", ask)).toEqual([]);
    expect(await crossTenant(ask)).toContain(other);
    expect(await withinSupplier(one, ask)).toEqual([one]);
  });

  test("is closed if its tenant scope could not be set", async () => {
    const pid = async () => (await pool.query("SELECT pg_backend_pid() AS pid")).rows[0].pid as number;
    const before = await withinSupplier(one, pid);
    await expect(withinSupplier("no\0body", ask)).rejects.toThrow(/encoding/);
    expect(await withinSupplier(one, ask)).toEqual([one]);
    expect(await withinSupplier(one, pid)).not.toBe(before);
  });
});

describe("an idle connection", () => {
  test("is given to the supplier whose scope it has, so that the scope is set once for each of two suppliers", async () => {
    const pool = new ScopedPool({ connectionString: process.env.DATABASE_URL, max: 2 });
    try {
      const ask = (customerId: typeof one) =>
        withinSupplier(customerId, () =>
          pool.query<{ pid: number; customer: string }>(
            "SELECT pg_backend_pid() AS pid, current_setting('einzug.customer') AS customer",
          ),
        );
      const [first, second] = await Promise.all([ask(one), ask(other)]);
      for (const customerId of [one, one, other, other, one])
        expect((await ask(customerId)).rows).toEqual((customerId === one ? first : second).rows);
      expect(first.rows[0]?.pid).not.toBe(second.rows[0]?.pid);
      expect([first.rows[0]?.customer, second.rows[0]?.customer]).toEqual([one, other]);
    } finally {
      await pool.end();
    }
  });
});

describe("a connection that breaks between its checkout and its first query", () => {
  const pool = new ScopedPool({ connectionString: process.env.DATABASE_URL, max: 1 });
  afterAll(() => pool.end());

  test.each([
    ["of one supplier", <T>(run: () => Promise<T>) => withinSupplier(one, run)],
    ["across them", crossTenant],
  ] as const)(
    "is reported to that query in the scope %s, and the next caller gets another connection",
    async (_, within) => {
      await within(async () => {
        const client = await pool.connect();
        const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
        const isGone = new Promise((resolve) => client.once("end", resolve));
        await crossTenant(() => db.$queryRaw`SELECT pg_terminate_backend(${rows[0].pid}::int)`);
        await isGone;
        await expect(client.query("SELECT 1")).rejects.toThrow(/not queryable/);
        client.release();
        expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
      });
    },
  );
});

describe("cross-tenant queries", () => {
  const pool = new ScopedPool({ connectionString: process.env.DATABASE_URL, max: 1 });
  afterAll(() => pool.end());

  test("use their own connections, so alternating with a supplier's queries does not set the scope again", async () => {
    const pid = async () => (await pool.query("SELECT pg_backend_pid() AS pid")).rows[0].pid as number;
    const [mine, everybodys] = [await withinSupplier(one, pid), await crossTenant(pid)];
    expect(mine).not.toBe(everybodys);
    const asked = await statementsOf(async () => {
      expect([await withinSupplier(one, pid), await crossTenant(pid)]).toEqual([mine, everybodys]);
    });
    expect(asked).toHaveLength(2);
  });

  test("emit the error of an idle connection that breaks", async () => {
    const broken = new Promise((resolve) => pool.once("error", resolve));
    const { rows } = await crossTenant(() => pool.query("SELECT pg_backend_pid() AS pid"));
    await crossTenant(() => db.$queryRaw`SELECT pg_terminate_backend(${rows[0].pid}::int)`);
    expect(String(await broken)).toMatch(/terminat/);
  });
});

describe("a list, which is read without policies", () => {
  const page = { rows: 25 };

  test("is refused as a whole if it contains another supplier's row", async () => {
    const read = (customerId: string) => withinSupplier(one, () => findPage(one, page, () => find(customerId)));
    const find = (customerId: string | undefined) => db.invoice.findMany({ where: { customerId } });
    expect((await read(one)).items.map((row) => row.customerId)).toContain(one);
    await expect(read(other)).rejects.toThrow("another supplier");
    const forgotten = withinSupplier(one, () => findPage(one, page, () => find(undefined)));
    await expect(forgotten).rejects.toThrow("another supplier");
  });
});

describe("a request", () => {
  /** Works like a page: it awaits the check of who asks, and cannot wrap the rest of its code in a function. */
  const server = createServer(async (request, response) => {
    const read = async () => (await db.invoice.findMany()).map((row) => row.customerId);
    const before = await read();
    const prove = async () => {
      await turn();
      keepToSupplier(request.headers["x-supplier"] as string);
    };
    await prove();
    const [after, later] = await Promise.all([read(), turn().then(read)]);
    response.end(JSON.stringify({ before, after, later }));
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  beforeAll(async () => {
    vi.stubEnv("NEXT_RUNTIME", "nodejs");
    await register();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    agent.destroy();
    server.close();
  });
  const ask = (supplier: string) =>
    new Promise<unknown>((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      get({ port, agent, headers: { "x-supplier": supplier } }, async (response) => {
        let text = "";
        for await (const chunk of response) text += chunk;
        resolve(JSON.parse(text));
      }).on("error", reject);
    });

  test("sees no rows before it has proved its supplier, then only that supplier's rows", async () => {
    const suppliers = Array.from({ length: 120 }, (_, i) => (i % 3 === 0 ? other : one));
    const answers = await Promise.all(suppliers.map(ask));
    for (const [i, supplier] of suppliers.entries()) {
      const own = answers[i] as { before: string[]; after: string[]; later: string[] };
      expect({ ...own, after: [...new Set(own.after)], later: [...new Set(own.later)] }).toEqual({
        before: [],
        after: [supplier],
        later: [supplier],
      });
    }
  });

  test("cannot switch to another supplier", async () => {
    const failing = withinSupplier(one, async () => keepToSupplier(other));
    await expect(failing).rejects.toThrow("two suppliers");
  });
});
