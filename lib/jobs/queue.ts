import type { Client } from "pg";
import { PgBoss, type QueueResult } from "pg-boss";
import { z } from "zod";
import { beginSession } from "@/lib/core/database/connection/session";
import { connectionSettings, sharesOf, singleClient } from "@/lib/core/database/connection/settings";
import { db, type Tx } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/telemetry/log";
import { supplierTrace } from "@/lib/core/telemetry/trace";
import { type JobSpec, jobs } from "./catalogue";
import { openToSuppliers } from "./queue-access";
import { enqueueJobs, forgetActiveKeys } from "./tables";

/**
 * Retries after 2, 4, 8 … seconds, at most 5 minutes, for about 2 hours. The hourly check then enqueues unfinished work
 * again.
 */
const RETRY = { retryLimit: 30, retryDelay: 2, retryBackoff: true, retryDelayMax: 300 };
/** The death of a worker is noticed after this long, if no other worker notices it earlier (orphans.ts). */
const HEARTBEAT_SECONDS = 15;

const holder = globalThis as { einzugBoss?: Promise<PgBoss> };

/** Returns the queue of this process. Only the worker supervises it and runs its schedules. */
export function queue(options: { isWorker: boolean } = { isWorker: false }): Promise<PgBoss> {
  holder.einzugBoss ??= start(options.isWorker).catch((error: unknown) => {
    holder.einzugBoss = undefined;
    throw error;
  });
  return holder.einzugBoss;
}

async function start(isWorker: boolean): Promise<PgBoss> {
  const boss = new PgBoss({
    ...connectionSettings(),
    // A worker fetches, stores results and sends heartbeats over these connections, next to those of its jobs.
    max: sharesOf(env().DATABASE_POOL_SIZE).queue,
    supervise: isWorker,
    schedule: isWorker,
    monitorIntervalSeconds: 10,
    superviseIntervalSeconds: 10,
    cronMonitorIntervalSeconds: 15,
    cronWorkerIntervalSeconds: 5,
  });
  boss.on("error", (error) => log.error({ err: error }, "queue error"));
  try {
    await boss.start();
    await prepare(boss);
    return boss;
  } catch (error) {
    // The next caller starts a new instance. This one would keep running, with its connections and its timers.
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  }
}

/** A deadlock with statements of pg-boss' own supervisor, which already runs, is tried again this often. */
const MAX_TRIES = 5;
const DEADLOCK = "40P01";

/**
 * Prepares the tables of pg-boss over a connection of its own.
 * The first caller may be inside a transaction, and so may all who hold the connections of `db`. They would wait for
 * each other.
 */
export async function prepareTables(): Promise<void> {
  const client = singleClient();
  await client.connect();
  try {
    await beginSession(client);
    for (const change of [forgetActiveKeys, openToSuppliers]) await inTransaction(client, change);
  } finally {
    // Also rolls back what was not committed.
    await client.end();
  }
}

async function inTransaction(client: Client, change: (client: Client) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query("BEGIN");
      await change(client);
      await client.query("COMMIT");
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK || tries >= MAX_TRIES) throw error;
      await client.query("ROLLBACK");
    }
  }
}

async function prepare(boss: PgBoss): Promise<void> {
  await prepareTables();
  // Each creation is a transaction under a lock. A process that starts after others finds all queues.
  const there = new Map((await boss.getQueues()).map((row) => [row.name, row]));
  for (const spec of Object.values(jobs)) await ensureQueue(boss, spec, there.get(spec.name));
}

/** At every fetch: skip jobs whose key is running. Without it one such job at the head would block all behind it. */
export const LIVE = { groupConcurrency: 1 } as const;

function settingsOf(spec: JobSpec) {
  return {
    notify: true,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: spec.expireSeconds,
    deleteAfterSeconds: 3 * 24 * 3600,
    ...RETRY,
  };
}

/** Creates a queue, or updates one of an earlier version. Jobs that wait in it keep their settings. */
async function ensureQueue(boss: PgBoss, spec: JobSpec, there: QueueResult | undefined): Promise<void> {
  const settings = settingsOf(spec);
  if (!there) return await boss.createQueue(spec.name, { policy: "stately", ...settings });
  const isSame = Object.entries(settings).every(([name, value]) => there[name as keyof typeof settings] === value);
  // The policy stays as it was created, because pg-boss cannot update it.
  if (!isSame) await boss.updateQueue(spec.name, settings);
}

/** Trace context, stored next to the payload: the trace that the job continues, and when it may start (in ms). */
export const traceMark = z.object({ trace: z.object({ from: z.string(), due: z.number() }) });

interface EnqueueOptions {
  startAfterSeconds?: number;
}

/**
 * Enqueues a job inside the transaction of the change that needs it: both happen or neither does.
 * If a job of the same key already waits, none is added, but the waiting one cannot start before this transaction ends.
 * Otherwise it could run, miss the change, and be gone when the change appears.
 */
export async function enqueue<P extends z.ZodType>(
  tx: Tx,
  spec: JobSpec<P>,
  payload: z.output<P>,
  options: EnqueueOptions = {},
): Promise<void> {
  await enqueueAll(tx, spec, [payload], options);
}

/** Enqueues several jobs of one queue in the same way, in one statement. */
export async function enqueueAll<P extends z.ZodType>(
  tx: Tx,
  spec: JobSpec<P>,
  payloads: z.output<P>[],
  { startAfterSeconds = 0 }: EnqueueOptions = {},
): Promise<void> {
  if (payloads.length === 0) return;
  // The statement enqueues by the queue's own row, which exists once this process has started its queue.
  await queue();
  const trace = supplierTrace();
  const wanted = new Map(payloads.map((data) => [spec.key(data), { key: spec.key(data), data, trace }]));
  await enqueueJobs(tx, spec, [...wanted.values()], startAfterSeconds);
}

/** Enqueues a job that belongs to no transaction. */
export async function enqueueNow<P extends z.ZodType>(spec: JobSpec<P>, payload: z.output<P>): Promise<void> {
  await enqueue(db, spec, payload);
}
