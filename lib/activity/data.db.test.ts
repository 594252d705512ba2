import { expect, test } from "vitest";
import { db, Prisma } from "@/lib/core/database/db";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import { startOfDay } from "@/lib/core/time/dates";
import { returnedInvoice } from "@/test/returned-debits";
import { statementsOf } from "@/test/statements";
import { connectedSupplier } from "@/test/supplier-data";
import { activitySql, findActivity, readPeople } from "./data";
import { activityFilterOf } from "./loaders";
import { type ActivityFilter, AUTOMATIC } from "./types";

const { customerId, userId, actor } = await connectedSupplier();
const invoice = await returnedInvoice(customerId);
const other = await connectedSupplier();
await returnedInvoice(other.customerId);

const acts: [string, string, string | null][] = [
  ["aud_1", "contact.excluded", userId],
  ["aud_2", "session.started", userId],
  ["aud_3", "session.started", "usr_colleague"],
  ["aud_4", "invoice.held", "usr_colleague"],
];
await db.auditEntry.createMany({
  data: acts.map(([id, action, by], i) => ({
    ...{ id: `${id}_${customerId}`, customerId, action, userId: by, userName: by === userId ? actor.userName : "Kim" },
    subject: action.startsWith("contact") ? invoice.contactId : invoice.id,
    at: new Date(Date.now() + (i + 1) * 60_000),
  })),
});

const OWNER = { userId, isOwner: true };
const read = async (filter: ActivityFilter = {}, reader = OWNER) =>
  (await findActivity(customerId, reader, filter, { rows: 100 })).items;
const whats = async (filter?: ActivityFilter, reader?: typeof OWNER) =>
  (await read(filter, reader)).map(({ what }) => what);

test("shows acts, debits and mandates of this supplier only, newest first", async () => {
  const rows = await read();
  expect(rows.slice(0, 4).map(({ what }) => what)).toEqual([
    "invoice.held",
    "session.started",
    "session.started",
    "contact.excluded",
  ]);
  const times = rows.map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(new Set(rows.map((row) => row.customerId))).toEqual(new Set([customerId]));
  const invoices = new Set(rows.flatMap((row) => row.invoiceId ?? []));
  expect([...invoices]).toEqual([invoice.id]);
});

test("names what an event is about: invoice, payer and amount", async () => {
  const [excluded] = await read({ kind: "mandates", person: userId });
  expect(excluded).toMatchObject({ what: "contact.excluded", contactId: invoice.contactId, invoiceId: null });
  const debits = await read({ kind: "debits", person: AUTOMATIC });
  expect(debits.map(({ what }) => what)).toEqual(["failed", "pending"]);
  expect(debits[0]).toMatchObject({ number: invoice.entry.number, cents: 11_900, detail: { code: "AM04" } });
});

test("filters by kind, by person and by days", async () => {
  expect(await whats({ person: "usr_colleague" })).toEqual(["invoice.held", "session.started"]);
  expect(await whats({ kind: "people" })).toEqual(["session.started", "session.started"]);
  expect(await whats({ kind: "mails", person: userId })).toEqual([]);
  expect(await whats({ until: "2020-01-01" })).toEqual([]);
  expect(await whats({ from: "2020-01-01", kind: "debits" })).toContain("failed");
  const late = { id: `aud_late_${customerId}`, customerId, action: "settings.changed", subject: customerId };
  await db.auditEntry.create({ data: { ...late, at: startOfDay("2026-07-02") } });
  expect(await whats({ until: "2026-07-01" })).toEqual([]);
  expect(await whats({ until: "2026-07-02" })).toEqual(["settings.changed"]);
  await db.auditEntry.delete({ where: { id: late.id } });
});

test("only owners see what others did to their own access; everybody sees their own", async () => {
  const member = { userId, isOwner: false };
  const people = await read({ kind: "people" }, member);
  expect(people.map(({ person }) => person)).toEqual([actor.userName]);
  expect(await whats({ kind: "debits" }, member)).toContain("invoice.held");
});

test("pages by instant and id, so that events of one instant are shown once each", async () => {
  const at = new Date(Date.now() + 3_600_000);
  const ids = Array.from({ length: 7 }, (_, i) => `aud_same_${i}_${customerId}`);
  const same = { customerId, action: "settings.changed", subject: customerId, userId, at };
  await db.auditEntry.createMany({ data: ids.map((id) => ({ id, ...same })) });
  const whole = (await read()).map(({ id }) => id);
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await findActivity(customerId, OWNER, {}, { rows: 3, after });
    seen.push(...page.items.map(({ id }) => id));
    after = page.older;
  } while (after);
  expect(seen).toEqual(whole);
  const middle = await findActivity(customerId, OWNER, {}, { rows: 3, before: whole[6] });
  expect(middle.items.map(({ id }) => id)).toEqual(whole.slice(3, 6));
  expect((await findActivity(customerId, OWNER, {}, { rows: 3, after: "nonsense" })).items).toHaveLength(3);
});

test("every source is read by an index", async () => {
  await db.$executeRaw`ANALYZE`;
  const sql = activitySql(customerId, OWNER, {}, { take: 26, isBack: false });
  const plan = await crossTenant(() =>
    db.$transaction(async (tx) => {
      // In a table of a few rows a complete read is cheapest.
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
      return await tx.$queryRaw<Record<string, string>[]>(Prisma.sql`EXPLAIN ${sql}`);
    }),
  );
  const text = plan.map((line) => Object.values(line)[0]).join("\n");
  expect(text).not.toMatch(/Seq Scan on (audit_entries|collection_events|payouts|mandates|mails|notices)/);
});

test("the page needs two statements besides the session's, also further down", async () => {
  const [, second] = await read();
  for (const after of [undefined, second?.id]) {
    const statements = await statementsOf(async () => {
      await findActivity(customerId, OWNER, {}, { rows: 25, after });
      await readPeople(customerId);
    });
    expect(statements).toHaveLength(2);
  }
});

test.each([
  [{ from: "0001-01-01", until: "9999-12-31" }, {}],
  [{ from: "9999-12-31", until: "0000-01-01" }, {}],
  [{ person: "%'" }, { after: "999999999999999.x" }],
])("an address with %o at %o shows a page, whatever its days and place", async (params, place) => {
  const { customerId, userId } = await connectedSupplier();
  const reader = { userId, isOwner: true };
  const page = await findActivity(customerId, reader, activityFilterOf(params), { rows: 25, ...place });
  expect(page.items).toEqual(expect.any(Array));
});
