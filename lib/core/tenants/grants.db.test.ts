import { describe, expect, test } from "vitest";
import { db, Prisma } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue, queue } from "@/lib/jobs/queue";
import { connectedSupplier } from "@/test/supplier-data";
import { rowInEveryTable, supplierTables } from "@/test/supplier-tables";
import { crossTenant, withinSupplier, withTenantScope } from "./tenant-scope";

/**
 * The rights of the database role of suppliers, by schema and relation: S(elect), I(nsert), U(pdate), D(elete). It has
 * no rights on other relations. The test reads all relations from the catalogue, so a new table needs a line here.
 */
const GRANTS: Record<string, string> = {
  "public._prisma_migrations": "",
  "public.address_links": "SID",
  "public.api_keys": "SIUD",
  "public.audit_entries": "SI",
  "public.billing_contacts": "SIU",
  "public.booking_hints": "SIU",
  "public.booking_turns": "SIUD",
  "public.bookings": "SIU",
  "public.bulk_items": "SIU",
  "public.bulk_runs": "SIU",
  "public.ceremonies": "SID",
  "public.collection_events": "SIU",
  "public.collections": "SIU",
  "public.compared_items": "SID",
  "public.comparisons": "SIU",
  "public.connections": "SIU",
  "public.contacts": "SIUD",
  "public.contracts": "SIU",
  "public.customers": "SU",
  "public.database_timelines": "",
  "public.datev_batch_files": "SIU",
  "public.datev_batches": "SIU",
  "public.datev_import_chunks": "SID",
  "public.datev_imports": "SIUD",
  "public.datev_settings": "SIU",
  "public.differences": "SIU",
  "public.e_invoice_buyers": "SID",
  "public.e_invoice_contents": "SIUD",
  "public.e_invoice_files": "SIU",
  "public.e_invoice_mailboxes": "SIU",
  "public.e_invoice_settings": "SIU",
  "public.email_logos": "SIUD",
  "public.email_templates": "SIUD",
  "public.inbox_events": "SIU",
  "public.invitations": "SID",
  "public.invoice_histories": "S",
  "public.invoice_notes": "SI",
  "public.invoices": "SIU",
  "public.known_devices": "SI",
  "public.mails": "SIU",
  "public.mandate_requests": "SIU",
  "public.mandates": "SIU",
  "public.memberships": "SU",
  "public.notice_reads": "SID",
  "public.notices": "SIU",
  "public.oauth_attempts": "SIUD",
  "public.operators": "S",
  "public.part_states": "",
  "public.passkeys": "SIUD",
  "public.password_resets": "SD",
  "public.payout_items": "SID",
  "public.payouts": "SIU",
  "public.pulses": "S",
  "public.rate_limits": "SIUD",
  "public.rate_paces": "SIU",
  "public.recovery_codes": "SID",
  "public.return_cases": "SIUD",
  "public.sessions": "SIUD",
  "public.sync_runs": "SIU",
  "public.users": "SU",
  "public.webhook_deliveries": "SIU",
  "public.webhook_endpoints": "SIUD",
  "public.webhook_messages": "SID",
  "pgboss.job": "SIU",
  "pgboss.job_common": "SIU",
  "pgboss.queue": "S",
};
/** Tables about people, who may work for several suppliers; each supplier sees only its own people. */
const OF_PEOPLE = [
  ...[
    "address_links",
    "ceremonies",
    "known_devices",
    "memberships",
    "operators",
    "passkeys",
    "password_resets",
    "recovery_codes",
  ],
  ...["sessions", "users"],
];
/** Counters by hash or connection, and the settings of queues: they contain nothing about a supplier. */
const NOT_WALLED = ["public.rate_limits", "public.rate_paces", "pgboss.queue"];
const VERBS = { S: "SELECT", I: "INSERT", U: "UPDATE", D: "DELETE" };

const [one, other] = [(await connectedSupplier()).customerId, (await connectedSupplier()).customerId];
await rowInEveryTable(one);
await rowInEveryTable(other);
for (const customerId of [one, other]) await givePeopleEverything(customerId);
await queue();

const text = (sql: string) => Prisma.raw(sql);

describe("the role of suppliers", () => {
  test("has exactly the rights of each relation's line, and none on a relation without a line", async () => {
    const relations = await db.$queryRaw<{ name: string; kind: string; verbs: string[] }[]>`
      SELECT n.nspname || '.' || c.relname AS name, c.relkind::text AS kind, ARRAY(
        SELECT verb FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) AS verb
        WHERE CASE WHEN c.relkind = 'S' THEN has_sequence_privilege('einzug_supplier', c.oid, 'USAGE, SELECT, UPDATE')
          ELSE has_table_privilege('einzug_supplier', c.oid, verb)
            OR (verb IN ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES') AND has_any_column_privilege('einzug_supplier', c.oid, verb)) END
      ) AS verbs
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE left(n.nspname, 3) <> 'pg_' AND n.nspname <> 'information_schema' AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f')`;
    const found = Object.fromEntries(relations.map(({ name, verbs }) => [name, verbs.sort()]));
    const names = new Set([
      ...Object.keys(found).filter((name) => !name.startsWith("pgboss.")),
      ...Object.keys(GRANTS),
    ]);
    for (const name of names) {
      expect(Object.keys(GRANTS), `${name} needs a line, and a GRANT and a policy in its migration`).toContain(name);
      const verbs = [...(GRANTS[name] ?? "")].map((letter) => VERBS[letter as keyof typeof VERBS]);
      expect({ name, verbs: found[name] }).toEqual({ name, verbs: verbs.sort() });
    }
    const ofQueue = Object.entries(found).filter(([name, verbs]) => name.startsWith("pgboss.") && verbs.length > 0);
    expect(ofQueue.map(([name]) => name).sort()).toEqual(["pgboss.job", "pgboss.job_common", "pgboss.queue"]);
  });

  test("reads every relation under row-level security, except counters", async () => {
    const open = await db.$queryRaw<{ name: string }[]>`
      SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'p', 'm') AND NOT c.relrowsecurity
        AND has_any_column_privilege('einzug_supplier', c.oid, 'SELECT, INSERT, UPDATE')`;
    expect(open.map(({ name }) => name).sort()).toEqual([...NOT_WALLED].sort());
    const views = await db.$queryRaw<{ name: string; options: string[] | null }[]>`
      SELECT c.relname AS name, c.reloptions AS options FROM pg_class c
      WHERE c.relkind = 'v' AND c.relnamespace = 'public'::regnamespace`;
    for (const { name, options } of views) expect(options, name).toContain("security_invoker=true");
  });

  test("may call four functions, may create nothing, and has no rights on a table that is added", async () => {
    const callable = await db.$queryRaw<{ name: string }[]>`
      SELECT p.proname AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE n.nspname IN ('public', 'pgboss') AND has_function_privilege('einzug_supplier', p.oid, 'EXECUTE')
      ORDER BY 1`;
    expect(callable.map(({ name }) => name)).toEqual([
      "einzug_plain_text",
      "einzug_search_text",
      "einzug_works_here",
      "job_now",
    ]);
    const [may] = await db.$queryRaw<object[]>`
      SELECT has_schema_privilege('einzug_supplier', 'public', 'CREATE') AS public,
        has_schema_privilege('einzug_supplier', 'pgboss', 'CREATE') AS pgboss,
        r.rolsuper OR r.rolbypassrls OR r.rolcreaterole OR r.rolcreatedb OR r.rolcanlogin AS more
      FROM pg_roles r WHERE r.rolname = 'einzug_supplier'`;
    expect(may).toEqual({ public: false, pgboss: false, more: false });
    await db.$executeRaw`CREATE TABLE added_later (id text)`;
    const reading = withinSupplier(one, () => db.$queryRaw`SELECT * FROM added_later`);
    await expect(reading).rejects.toThrow(/permission denied/);
    await db.$executeRaw`DROP TABLE added_later`;
  });
});

describe("the audit log", () => {
  test("accepts entries of a supplier, which cannot change or delete any", async () => {
    await withinSupplier(one, async () => {
      expect(await db.$queryRaw`SELECT count(*)::int AS n FROM audit_entries`).toMatchObject([
        { n: expect.any(Number) },
      ]);
      for (const change of [
        "UPDATE audit_entries SET action = 'x'",
        "DELETE FROM audit_entries",
        "TRUNCATE audit_entries",
        "INSERT INTO audit_entries SELECT * FROM audit_entries LIMIT 1 ON CONFLICT (id) DO UPDATE SET action = 'x'",
      ])
        await expect(db.$executeRaw(text(change)), change).rejects.toThrow(/permission denied/);
    });
  });
});

describe("people", () => {
  test.each(OF_PEOPLE)("%s shows a supplier its own people's rows only", async (name) => {
    const key = name === "users" ? "id" : "user_id";
    const people = async () =>
      await db.$queryRaw<{ key: string }[]>(
        text(`SELECT DISTINCT ${key} AS key FROM ${name} WHERE ${key} IS NOT NULL`),
      );
    const of = (customerId: string) => db.membership.findMany({ where: { customerId }, select: { userId: true } });
    const [own, foreign] = [await of(one), await of(other)].map((rows) => rows.map(({ userId }) => userId));
    const known = (rows: { key: string }[], whose: string[] = []) =>
      rows.filter(({ key }) => whose.includes(key)).length;
    const [seen, all] = [await withinSupplier(one, people), await crossTenant(people)];
    expect([known(seen, own) > 0, known(seen, foreign), known(all, foreign) > 0]).toEqual([true, 0, true]);
    expect(await withTenantScope("none", async () => await people())).toEqual([]);
  });

  test("are visible to both suppliers they work for, with both memberships and all sessions", async () => {
    const { id: userId } = await db.user.findFirstOrThrow({ where: { memberships: { some: { customerId: one } } } });
    await db.membership.create({ data: { customerId: other, userId } });
    const of = (customerId: string) => withinSupplier(customerId, () => db.membership.count({ where: { userId } }));
    expect([await of(one), await of(other)]).toEqual([2, 2]);
    const promote = () => db.membership.updateMany({ where: { userId }, data: { role: "owner" } });
    expect((await withinSupplier(other, promote)).count).toBe(1);
    await db.membership.delete({ where: { customerId_userId: { customerId: other, userId } } });
    expect(await of(other)).toBe(0);
  });

  test("cannot be created, deleted, or made operators by a supplier", async () => {
    await withinSupplier(one, async () => {
      for (const change of [
        "INSERT INTO operators (user_id, since) SELECT id, now() FROM users",
        "INSERT INTO memberships (customer_id, user_id) VALUES ('x', 'y')",
        "DELETE FROM users",
        "DELETE FROM memberships",
        "DELETE FROM customers",
      ])
        await expect(db.$executeRaw(text(change)), change).rejects.toThrow(/permission denied/);
    });
  });
});

/** Creates a row in each table about people, for everybody who works for the supplier. */
async function givePeopleEverything(customerId: string): Promise<void> {
  const people = await db.user.findMany({ where: { memberships: { some: { customerId } } }, select: { id: true } });
  expect(people.length).toBeGreaterThan(0);
  for (const { id: userId } of people) {
    const id = `${userId}-row`;
    await db.passkey.upsert({
      where: { id },
      create: { id, userId, credentialId: id, publicKey: "x", name: "x" },
      update: {},
    });
    await db.recoveryCode.createMany({ data: [{ userId, hash: "x" }], skipDuplicates: true });
    await db.knownDevice.createMany({ data: [{ userId, fingerprint: "x" }], skipDuplicates: true });
    await db.operator.createMany({ data: [{ userId, since: new Date() }], skipDuplicates: true });
    const expiresAt = new Date(Date.now() + 60_000);
    await db.passwordReset.createMany({ data: [{ id, userId, expiresAt }], skipDuplicates: true });
    await db.ceremony.createMany({ data: [{ challenge: id, kind: "x", userId, expiresAt }], skipDuplicates: true });
    const link = { id, userId, kind: "proof" as const, email: "x", expiresAt };
    await db.addressLink.createMany({ data: [link], skipDuplicates: true });
    const session = { id, userId, customerId, isApi: false, ip: "x", userAgent: "x", expiresAt };
    await db.session.createMany({ data: [session], skipDuplicates: true });
  }
}

describe("the queue", () => {
  test("shows a supplier its own jobs, and refuses one that it enqueues for another", async () => {
    const promise = (customerId: string) =>
      db.$transaction((tx) => enqueue(tx, jobs.decideInvoices, { customerId: customerId as typeof one }));
    await crossTenant(() => promise(other));
    await withinSupplier(one, () => promise(one));
    // The second call finds the waiting job.
    await withinSupplier(one, () => promise(one));
    for (const table of ["job", "job_common"]) {
      const seen = () =>
        db.$queryRaw<{ customer: string }[]>(
          text(`SELECT DISTINCT data->>'customerId' AS customer FROM pgboss.${table}`),
        );
      expect(await withinSupplier(one, seen)).toEqual([{ customer: one }]);
      expect(await withTenantScope("none", async () => await seen())).toEqual([]);
    }
    await expect(withinSupplier(one, () => promise(other))).rejects.toThrow(/row-level security/);
    const clear = () => db.$executeRaw`DELETE FROM pgboss.job`;
    await expect(withinSupplier(one, clear)).rejects.toThrow(/permission denied/);
  });
});

test("the list contains every table of suppliers", async () => {
  for (const { name } of await supplierTables()) expect(Object.keys(GRANTS)).toContain(`public.${name}`);
});
