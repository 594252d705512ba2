import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Child } from "../../scripts/processes";
import type { Stack } from "../../scripts/stack";
import type { Running } from "./installation";

/** Until then a connection that is cut is gone. */
const CUT_MS = 1_000;
const HELD_MS = 2_000;
/**
 * How long a worker stands still, in turn. After eight seconds its jobs and its turn to book are another's, after thirty the
 * right to renew a sign-in is, too.
 */
const FROZEN_MS = [10_000, 40_000, 25_000];
/** What was under way when it stood still has ended by then: longer than a call may take. */
const AWAKE_MS = 6_000;
const DISK_MB = 1_200;

/** Ends it as `kill -9` does and starts it again, as a supervisor would. */
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
 * Another worker does the work of the one that was stopped where it is, until that one goes on where it was, as if nothing
 * had happened. For a while both are there; then the old one is ended in order.
 *
 * @returns when the other one has started; `gone` ends when the old one has
 */
export async function standInForWorker(stack: Stack, running: Running): Promise<{ gone: Promise<void> }> {
  const gone = goOnAndEnd(running.worker, FROZEN_MS[freezes % FROZEN_MS.length]);
  gone.catch(() => {});
  freezes += 1;
  await startAgain(stack, running, "worker");
  return { gone };
}

async function goOnAndEnd(frozen: Child, afterMs?: number): Promise<void> {
  await wait(afterMs);
  // What stands still hears nothing: not that it is to end, nor that its parent is gone.
  frozen.hold(false);
  await wait(AWAKE_MS);
  await frozen.stop();
}

/** What gives up by itself, as a worker does that loses the database while it starts, is started again. */
export function supervise(stack: Stack, running: Running, name: "web" | "worker"): void {
  const child = running[name];
  // Whoever was killed has no exit code, and whoever was asked to end has ended in order.
  void child.ended.then((code) =>
    code === 1 && running[name] === child ? startAgain(stack, running, name) : undefined,
  );
}

/** A backend that dies takes the whole server with it: it ends every connection and starts anew from its log. */
export async function killBackend({ env }: Stack): Promise<void> {
  const client = await connected(env);
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  process.kill(rows[0]?.pid ?? 0, "SIGKILL");
}

/** SIGINT is PostgreSQL's own fast restart; after SIGKILL its backends notice that their server is gone. */
export async function restartPostgres(stack: Stack, running: Running, signal: "SIGINT" | "SIGKILL"): Promise<void> {
  const server = serverPid(stack);
  // Held still until it is counted who belongs to it: one that is started meanwhile would hold its memory beyond its end.
  tell(server, "SIGSTOP");
  const backends = childrenOf(server);
  tell(server, signal);
  tell(server, "SIGCONT");
  while (backends.some(isAlive)) await wait(20);
  // A server that nobody has buried still counts as running for the next one; its parent does it, if it lives so long.
  while (existsSync(`/proc/${server}`)) await wait(20);
  await running.postgres.stop("SIGKILL");
  running.postgres = await stack.start("postgres");
}

/** Those of the product, and until they are gone: its own the judge goes on asking by, and what still stands proves nothing. */
export async function cutConnections({ env }: Stack): Promise<void> {
  const client = await connected(env);
  await client.query(
    `SELECT pg_terminate_backend(pid, ${CUT_MS}) FROM pg_stat_activity WHERE application_name IN ('einzug-web', 'einzug-worker')`,
  );
  await client.end();
}

/**
 * Takes every connection that is left, after cutting the ones that stand.
 *
 * @returns what holds them for two seconds and lets them go
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
 * Lays the database on a disk of its own that is small enough to be filled up.
 *
 * @returns false where this process may not mount one
 */
export function laySmallDisk(dataDir: string): boolean {
  const folder = join(dataDir, "postgres");
  mkdirSync(folder, { recursive: true });
  return spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "tmpfs", folder]).status === 0;
}

export function removeSmallDisk(dataDir: string): void {
  spawnSync("umount", ["--lazy", join(dataDir, "postgres")]);
}

/** The database's disk is full for two seconds. A server that has given up meanwhile is started again. */
export async function fillDisk(stack: Stack, running: Running): Promise<void> {
  const ballast = join(stack.env.EINZUG_DATA_DIR ?? "", "postgres", "ballast");
  // Takes what there is, the last pages too; asking for more than that is refused as a whole.
  for (let size = DISK_MB * 1_024; size >= 4; size = Math.floor(size / 2))
    spawnSync("sh", ["-c", `fallocate -l ${size}K "${ballast}.${size}"`]);
  await wait(HELD_MS);
  for (let size = DISK_MB * 1_024; size >= 4; size = Math.floor(size / 2))
    rmSync(`${ballast}.${size}`, { force: true });
  if (!isAlive(serverPid(stack))) await restartPostgres(stack, running, "SIGKILL");
}

export async function connected(env: Stack["env"]): Promise<pg.Client> {
  const client = new pg.Client(env.DATABASE_URL);
  client.on("error", () => {});
  await client.connect();
  return client;
}

function serverPid({ env }: Stack): number {
  const file = join(env.EINZUG_DATA_DIR ?? "", "postgres", "postmaster.pid");
  try {
    return Number(readFileSync(file, "utf8").split("\n")[0]);
  } catch {
    // It takes the file away when it ends in order.
    return 0;
  }
}

/** Whoever has ended hears nothing, and may end between a look and a signal. */
function tell(pid: number, signal: NodeJS.Signals): void {
  if (!isAlive(pid)) return;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function childrenOf(pid: number): number[] {
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
    // One that has ended and that nobody has asked about yet is a zombie, and no longer there.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
