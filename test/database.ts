import type { PgBoss } from "pg-boss";
import { afterAll, inject, vi } from "vitest";
import { createDatabase } from "../scripts/embedded-postgres";
import { databaseUrl, dropDatabase } from "./postgres";

/**
 * Gives each test file a database of its own, copied from the template before any module of the product loads. Its name
 * is the same for all files of a process: the product reads the address once, even if files share process and modules.
 */
const { adminUrl, template } = inject("postgres");
const name = `einzug_test_${process.pid}`;
await createDatabase(adminUrl, name, template);
process.env.DATABASE_URL = databaseUrl(adminUrl, name);

afterAll(async () => {
  vi.useRealTimers();
  const opened = globalThis as {
    einzugBoss?: Promise<PgBoss>;
    einzugDb?: { client: { $disconnect(): Promise<void> } };
  };
  await (await opened.einzugBoss)?.stop({ graceful: false });
  await opened.einzugDb?.client.$disconnect();
  // The next file of this process begins like the first one.
  opened.einzugBoss = undefined;
  opened.einzugDb = undefined;
  await dropDatabase(adminUrl, name);
});
