import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { deployMigrations } from "../../scripts/migrations/deploy";
import { type Child, run, startChild, waitFor } from "../../scripts/processes";

const START_MS = 120_000;

/** A web process with its own database server, which a test may stop without disturbing others. */
export interface Installation {
  url: string;
  /** Runs a statement on its database, bypassing the product. */
  query: <T extends object>(sql: string, values?: unknown[]) => Promise<T[]>;
  startDatabase: () => Promise<void>;
  stopDatabase: () => Promise<void>;
  /** Tells the web process to end, as a supervisor does, and returns its exit code when it has ended. */
  stopWeb: () => Promise<number | null>;
  stop: () => Promise<void>;
}

/**
 * @param owners e-mail addresses of people who each own a supplier there, all with the same password
 * @param more variables of the web process
 */
export async function startInstallation(
  owners: string[],
  password: string,
  more: Record<string, string> = {},
): Promise<Installation> {
  const dataDir = join(tmpdir(), `einzug-e2e-${randomUUID().slice(0, 8)}`);
  const [web, database, ready] = [await freePort(), await freePort(), await freePort()];
  const url = `http://localhost:${web}`;
  const databaseUrl = `postgresql://einzug:einzug@127.0.0.1:${database}/einzug`;
  const env = {
    DATABASE_URL: databaseUrl,
    APP_URL: url,
    NEXTAUTH_URL: url,
    PORT: String(web),
    WEB_DRAIN_SECONDS: "0",
    LOG_LEVEL: "info",
    ...more,
  };
  const started: Child[] = [];
  const begin = async (name: string, args: string[], probe: string): Promise<Child> => {
    const child = startChild(name, args, env, dataDir);
    started.push(child);
    await waitFor(probe, child, START_MS, dataDir);
    return child;
  };
  const postgres = ["--import", "tsx", "scripts/postgres-server.ts", join(dataDir, "postgres")];
  const startDatabase = () =>
    begin("postgres", [...postgres, String(database), String(ready)], `http://127.0.0.1:${ready}`);
  let server = await startDatabase();
  await deployMigrations(databaseUrl);
  await run(["--import", "tsx", "test/seed-owners.ts", password, ...owners], env);
  const webProcess = await begin("web", ["dist/web.js"], `${url}/login`);
  return {
    url,
    query: async <T extends object>(sql: string, values: unknown[] = []) => {
      const client = new pg.Client(databaseUrl);
      await client.connect();
      return (await client.query<T>(sql, values).finally(() => client.end())).rows;
    },
    startDatabase: async () => {
      server = await startDatabase();
    },
    stopDatabase: async () => await server.stop(),
    stopWeb: async () => {
      await webProcess.stop();
      return await webProcess.ended;
    },
    stop: async () => {
      for (const child of started.toReversed()) await child.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, "127.0.0.1", done));
  const { port } = probe.address() as { port: number };
  await new Promise((done) => probe.close(done));
  return port;
}
