import { readdirSync, readFileSync } from "node:fs";
import { Client, Pool } from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { requireOwnSessions, requireUsableDatabase } from "./readiness";
import { connectionSettings } from "./settings";

const admin = new Client({ connectionString: inject("postgres").adminUrl });
const OWNER = "einzug_trial_owner";
const ROLE = "einzug_trial_role";
beforeAll(async () => {
  await admin.connect();
  await admin.query(`CREATE ROLE ${OWNER} LOGIN CREATEROLE PASSWORD 'trial'`);
});
afterEach(() => admin.query(`DROP ROLE IF EXISTS ${ROLE}`));
afterAll(async () => {
  await admin.query(`DROP ROLE ${OWNER}`);
  await admin.end();
});

/** The settings of the tests, as a user who may create roles but is no superuser, like in a managed service. */
function asOwner() {
  const url = new URL(process.env.DATABASE_URL ?? "");
  url.username = OWNER;
  url.password = "trial";
  return { ...connectionSettings(), connectionString: url.href };
}

test("a database with the role of suppliers and a session per connection is accepted", async () => {
  await expect(requireUsableDatabase()).resolves.toBeUndefined();
});

test("a user who may not become the role of suppliers is refused, with what the operator has to do", async () => {
  await expect(requireUsableDatabase(asOwner())).rejects.toThrow("GRANT einzug_supplier TO");
});

test("a pooler that gives the statements of all connections to one session is refused", async () => {
  const shared = new Pool({ ...connectionSettings(), max: 1 });
  try {
    await expect(requireOwnSessions([shared, shared, shared])).rejects.toThrow("transaction mode");
  } finally {
    await shared.end();
  }
});

test("the migration lets a user who may create roles, but is no superuser, become the role that it has created", async () => {
  const migration = readdirSync("prisma/migrations").find((name) => name.endsWith("_set_role_of_suppliers"));
  const text = readFileSync(`prisma/migrations/${migration}/migration.sql`, "utf8");
  const owner = new Client(asOwner());
  await owner.connect();
  try {
    await owner.query(`CREATE ROLE ${ROLE} NOLOGIN`);
    await expect(owner.query(`SET ROLE ${ROLE}`)).rejects.toThrow("permission denied");
    // The owner of a real database may create functions in its schema.
    await owner.query(text.replaceAll("einzug_supplier", ROLE).replaceAll('"einzug_take_role"', "pg_temp.take_role"));
    await owner.query(`SET ROLE ${ROLE}`);
  } finally {
    await owner.end();
  }
});
