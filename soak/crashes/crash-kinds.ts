import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Child } from "../../scripts/processes";
import type { Stack } from "../../scripts/stack";
import type { Running } from "./installation";

/** A cut connection is gone after this time. */
const CUT_MS = 1_000;
const HELD_MS = 2_000;
/**
 * How long a worker is frozen, in rotation. After eight seconds another worker has its jobs and its booking lease,
 * after thirty also the lease to renew a sign-in.
 */
const FROZEN_MS = [10_000, 40_000, 25_000];
/** Work that was in progress when the worker froze has ended by then: longer than a call may take. */
const AWAKE_MS = 6_000;
const DISK_MB = 1_200;

/** Kills a process as `kill -9` does and starts it again, as a supervisor would. */
export async function killAndStart(stack: Stack, running: Running, name: "web" | "worker"): Promise<void> {
  await running[name].stop("SIGKILL");
  await startAgain(stack, running, name);
}

export async function startAgain(stack: Stack, running: Running, name: "web" | "worker"): Promise<void> {
  running[name] = await stack.start(name);
  supervise(stack, running, name);
}

let freezes = 0;

/**
 * Starts another worker in place of a frozen one, which later resumes where it was. Both run for a while, then the old
 * one is shut down.
 *
 * @returns when the new worker has started; `gone` resolves when the old one has ended
 */
export async function standInForWorker(stack: Stack, running: Running): Promise<{ gone: Promise<void> }> {
  const gone = resumeAndEnd(running.worker, FROZEN_MS[freezes % FROZEN_MS.length]);
  gone.catch(() => {});
  freezes += 1;
  await startAgain(stack, running, "worker");
  return { gone };
}

async function resumeAndEnd(frozen: Child, afterMs?: number): Promise<void> {
  await wait(afterMs);
  // A frozen process reacts neither to a request to end nor to the end of its parent.
  frozen.hold(false);
  await wait(AWAKE_MS);
  await frozen.stop();
}

/** Restarts a process that gave up, for example a worker that lost the database while starting. */
export function supervise(stack: Stack, running: Running, name: "web" | "worker"): void {
  const child = running[name];
  // A killed process has no exit code, and one that was asked to end exits with 0.
  void child.ended.then((code) =>
    code === 1 && running[name] === child ? startAgain(stack, running, name) : undefined,
  );
}

/** Kills a backend. The whole server then ends every connection and recovers from its write-ahead log. */
export async function killBackend({ env }: Stack): Promise<void> {
  const client = await connected(env);
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  process.kill(rows[0]?.pid ?? 0, "SIGKILL");
}

/**
 * Restarts the server. SIGINT is PostgreSQL's own fast shutdown; after SIGKILL the backends notice that their server is
 * gone.
 */
export async function restartPostgres(stack: Stack, running: Running, signal: "SIGINT" | "SIGKILL"): Promise<void> {
  const server = serverPid(folderOf(stack));
  // Frozen while its backends are listed: one started meanwhile would keep its shared memory after the server's end.
  tell(server, "SIGSTOP");
  const backends = childrenOf(server);
  tell(server, signal);
  tell(server, "SIGCONT");
  while (backends.some(isAlive)) await wait(20);
  // Until its parent reaps it, the old server still counts as running for the next one.
  while (existsSync(`/proc/${server}`)) await wait(20);
  await running.postgres.stop("SIGKILL");
  running.postgres = await stack.start("postgres");
}

/**
 * Cuts the product's connections and waits until they are gone, because an open one would prove nothing. The checker's
 * own connection stays.
 */
export async function cutConnections({ env }: Stack): Promise<void> {
  const client = await connected(env);
  await client.query(
    `SELECT pg_terminate_backend(pid, ${CUT_MS}) FROM pg_stat_activity WHERE application_name IN ('einzug-web', 'einzug-worker')`,
  );
  await client.end();
}

/**
 * Cuts the product's connections and then takes every connection the server has.
 *
 * @returns a function that holds them for two seconds and closes them
 */
export async function exhaustPool(stack: Stack): Promise<() => Promise<void>> {
  await cutConnections(stack);
  const taken = await Promise.allSettled(Array.from({ length: 200 }, () => connected(stack.env)));
  return async () => {
    await wait(HELD_MS);
    for (const one of taken) if (one.status === "fulfilled") await one.value.end();
  };
}

/**
 * Puts the database on a disk of its own, small enough to be filled.
 *
 * @returns false if this process may not mount one
 */
export function laySmallDisk(dataDir: string): boolean {
  const folder = join(dataDir, "postgres");
  mkdirSync(folder, { recursive: true });
  return spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "tmpfs", folder]).status === 0;
}

export function removeSmallDisk(dataDir: string): void {
  spawnSync("umount", ["--lazy", join(dataDir, "postgres")]);
}

/** Fills the database's disk for two seconds. Restarts the server if it gave up meanwhile. */
export async function fillDisk(stack: Stack, running: Running): Promise<void> {
  const ballast = join(stack.env.EINZUG_DATA_DIR ?? "", "postgres", "ballast");
  // Takes everything down to the last pages: a request for more than there is fails as a whole.
  for (let size = DISK_MB * 1_024; size >= 4; size = Math.floor(size / 2))
    spawnSync("sh", ["-c", `fallocate -l ${size}K "${ballast}.${size}"`]);
  await wait(HELD_MS);
  for (let size = DISK_MB * 1_024; size >= 4; size = Math.floor(size / 2))
    rmSync(`${ballast}.${size}`, { force: true });
  if (!isAlive(serverPid(folderOf(stack)))) await restartPostgres(stack, running, "SIGKILL");
}

export async function connected(env: Stack["env"]): Promise<pg.Client> {
  const client = new pg.Client(env.DATABASE_URL);
  client.on("error", () => {});
  await client.connect();
  return client;
}

const folderOf = ({ env }: Stack) => join(env.EINZUG_DATA_DIR ?? "", "postgres");

/** Returns the process id of the server on a data folder; 0 if none runs there. */
export function serverPid(folder: string): number {
  try {
    return Number(readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n")[0]);
  } catch {
    // PostgreSQL removes the file when it shuts down properly.
    return 0;
  }
}

/** Sends a signal to a process that may have ended, or may end between the check and the signal. */
export function tell(pid: number, signal: NodeJS.Signals): void {
  if (!isAlive(pid)) return;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

export function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return text.split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  if (pid === 0) return false;
  try {
    // A process that ended but was not reaped is a zombie, and counts as gone.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
