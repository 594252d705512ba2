import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { createDatabase, type RunningPostgres, startPostgres } from "../scripts/embedded-postgres";
import { localDatabase } from "../scripts/local-database";
import { folderInMemory, IN_MEMORY_FLAGS } from "../scripts/memory-database";
import { deployMigrations } from "../scripts/migrations/deploy";
import { run } from "../scripts/processes";
import { testEnvironment } from "./test-environment";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of the server's database "postgres", and the database that every test file copies. */
    postgres: { adminUrl: string; template: string };
    /** Folder for the vendor twins' state. A twin lives as long as its process, which ends without a shutdown. */
    twins: string;
  }
}

interface Prepared {
  /** Uses the server's socket if there is one, because tests then take a third less time than over TCP. */
  adminUrl: string;
  template: string;
  stop: () => Promise<void>;
  users: number;
}

/** PostgreSQL's default folder for its socket. */
const SOCKETS = "/tmp";

// The projects `db` and `contract` share one server when they run together.
const holder = globalThis as { einzugTestPostgres?: Promise<Prepared> };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  holder.einzugTestPostgres ??= prepare();
  const prepared = await holder.einzugTestPostgres;
  prepared.users += 1;
  project.provide("postgres", { adminUrl: prepared.adminUrl, template: prepared.template });
  const twins = mkdtempSync(join(tmpdir(), "einzug-twins-"));
  project.provide("twins", twins);
  return async () => {
    rmSync(twins, { recursive: true, force: true });
    prepared.users -= 1;
    if (prepared.users > 0) return;
    holder.einzugTestPostgres = undefined;
    await prepared.stop();
  };
}

/** Starts a server with a template database: migrated, and with the queue's tables. */
export async function prepare(): Promise<Prepared> {
  const template = `einzug_template_${process.pid}`;
  const given = localDatabase("TEST_DATABASE_URL");
  // Consecutive runs share one template that was filled once.
  const filled = process.env.TEST_DATABASE_TEMPLATE;
  if (given && filled) return { adminUrl: given, template: filled, stop: async () => {}, users: 0 };
  const server = given ? undefined : await startOwn();
  const adminUrl = given ?? (server as RunningPostgres).url("postgres");
  await createDatabase(adminUrl, template);
  await fillTemplate(databaseUrl(adminUrl, template));
  const stop = async () => (server ? await server.stop() : await dropDatabase(adminUrl, template));
  return { adminUrl, template, stop, users: 0 };
}

/** Starts a server for the duration of the tests. */
async function startOwn(): Promise<RunningPostgres> {
  // The package would end an idle process with exit code 0, whatever the tests found.
  process.prependListener("beforeExit", () => process.exit(process.exitCode));
  const dataDir = join(folderInMemory(), `einzug-test-${process.pid}`);
  const port = await freePort();
  const server = await startPostgres(dataDir, port, { flags: IN_MEMORY_FLAGS });
  const stop = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: (name) => overSocket(server.url(name), port), stop };
}

/** Adds the socket to the URL. pg prefers the host in the query; programs that ignore it use TCP. */
function overSocket(url: string, port: number): string {
  return existsSync(join(SOCKETS, `.s.PGSQL.${port}`)) ? `${url}?host=${SOCKETS}` : url;
}

/** Applies the migrations and creates the queue's tables, as in production. */
async function fillTemplate(url: string): Promise<void> {
  const env = { ...testEnvironment(), DATABASE_URL: url };
  await deployMigrations(url);
  await run(["--import", "tsx", "test/prepare-queue.ts"], env);
}

export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.toString();
}

export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client(adminUrl);
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
  await client.end();
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
