import { randomBytes } from "node:crypto";
import type { PgBoss } from "pg-boss";
import { afterAll, inject } from "vitest";
import { createDatabase } from "../scripts/embedded-postgres";
import { databaseUrl, dropDatabase } from "./postgres";

/** Gives each test file a database of its own, copied from the template before any module of the product loads. */
const { adminUrl, template } = inject("postgres");
const name = `einzug_test_${randomBytes(6).toString("hex")}`;
await createDatabase(adminUrl, name, template);
process.env.DATABASE_URL = databaseUrl(adminUrl, name);

afterAll(async () => {
  const opened = globalThis as {
    einzugBoss?: Promise<PgBoss>;
    einzugDb?: { client: { $disconnect(): Promise<void> } };
  };
  await (await opened.einzugBoss)?.stop({ graceful: false });
  await opened.einzugDb?.client.$disconnect();
  await dropDatabase(adminUrl, name);
});
