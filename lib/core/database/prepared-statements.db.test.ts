import pg from "pg";
import { describe, expect, test } from "vitest";
import { newId } from "@/lib/core/formats/ids";
import { withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { connectedSupplier } from "@/test/supplier-data";
import { askKept, db, Prisma } from "./db";

const [one, other] = [(await connectedSupplier()).customerId, (await connectedSupplier()).customerId];
const { userId } = await db.membership.findFirstOrThrow({ where: { customerId: one } });
const origin = { ip: "192.0.2.1", userAgent: "test" };
const { id } = await db.session.create({
  data: {
    id: newId("session"),
    customerId: one,
    userId,
    isApi: false,
    hasSecondFactor: false,
    expiresAt: new Date("2100-01-01"),
    ...origin,
  },
});

/** Finds sessions that wait for an advisory lock in this database. */
const WAITING = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

const countKept = async () =>
  (await db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM pg_prepared_statements`)[0]?.count ?? 0;
const readAccount = () =>
  db.session.findUnique({
    where: { id },
    select: { customerId: true, membership: { select: { customer: { select: { connections: true } } } } },
  });

/** Sequential queries all use the same connection of the pool. */
describe("the prepared statements of a connection", () => {
  test("are the reads of a session, and no query whose plan depends on its values", async () => {
    await db.invoice.findMany({ where: { customerId: one } });
    const before = await countKept();
    for (const _ of [1, 2]) await readAccount();
    await db.session.findUnique({ where: { id: "ses_none" } });
    await db.invoice.findMany({ where: { customerId: one } });
    expect(await countKept()).toBe(before + 2);
  });

  const seen = async (supplier: string) =>
    (await withinSupplier(supplier, readAccount))?.membership.customer?.connections.length ?? 0;

  test("show a supplier only its own rows, however often another supplier ran them", async () => {
    // From the sixth execution on PostgreSQL may use one generic plan.
    for (let i = 0; i < 7; i += 1) expect(await seen(one)).toBe(2);
    expect(await seen(other)).toBe(0);
    expect(await seen(one)).toBe(2);
  });

  test("are gone after a disconnect, and the next query reconnects under the same row-level security", async () => {
    await db.$disconnect();
    expect(await askKept("again", Prisma.sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    expect(await seen(one)).toBe(2);
    expect(await seen(other)).toBe(0);
  });

  test("never run outside row-level security while a disconnect waits for an open transaction", async () => {
    const holder = new pg.Client(process.env.DATABASE_URL);
    await holder.connect();
    await holder.query("SELECT pg_advisory_lock(4711)");
    const unended = db.$transaction((tx) => tx.$queryRaw`SELECT 1 AS one FROM pg_advisory_xact_lock(4711)`);
    await expect.poll(async () => (await holder.query(WAITING)).rows).toHaveLength(1);
    const ends = Promise.allSettled([unended, db.$disconnect(), seen(other)]);
    await holder.end();
    expect((await ends)[2]).toMatchObject({ status: "rejected", reason: { message: "This pool has been ended." } });
    expect(await seen(other)).toBe(0);
  });
});
