import pg from "pg";
import { describe, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { connectedSupplier } from "@/test/supplier-data";
import { askKept, db, Prisma } from "./db";
import { withinSupplier } from "./supplier-wall";

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

/** Who waits for a lock that programs have agreed on, in this database. */
const WAITING = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

const countKept = async () =>
  (await db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM pg_prepared_statements`)[0]?.count ?? 0;
const readAccount = () =>
  db.session.findUnique({
    where: { id },
    select: { customerId: true, membership: { select: { customer: { select: { connections: true } } } } },
  });

/** Questions one after the other all come to the same connection. */
describe("what a connection keeps read and planned", () => {
  test("is each reading of a session, and no question whose plan depends on its values", async () => {
    await db.invoice.findMany({ where: { customerId: one } });
    const before = await countKept();
    for (const _ of [1, 2]) await readAccount();
    await db.session.findUnique({ where: { id: "ses_none" } });
    await db.invoice.findMany({ where: { customerId: one } });
    expect(await countKept()).toBe(before + 2);
  });

  const seen = async (supplier: string) =>
    (await withinSupplier(supplier, readAccount))?.membership.customer?.connections.length ?? 0;

  test("shows each who asks what is theirs, however often it was asked for another", async () => {
    // From the sixth time on PostgreSQL may take one plan for all values.
    for (let i = 0; i < 7; i += 1) expect(await seen(one)).toBe(2);
    expect(await seen(other)).toBe(0);
    expect(await seen(one)).toBe(2);
  });

  test("is gone with a disconnect, after which whoever asks connects anew, behind the same wall", async () => {
    await db.$disconnect();
    expect(await askKept("again", Prisma.sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    expect(await seen(one)).toBe(2);
    expect(await seen(other)).toBe(0);
  });

  test("is asked by nobody around the wall while a disconnect waits for who has not ended", async () => {
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
