import { Socket } from "node:net";
import { Client, type ClientConfig, type PoolConfig } from "pg";
import { bootEnv, env } from "@/lib/core/env";
import { beginSession } from "./session";

/** A connection that is silent for this long in the middle of its work is dead: PostgreSQL answers within 30 s. */
const MAX_SILENCE_MS = 33_000;
/** More connections do not make the queue faster: a statement fetches or stores many jobs. */
const MAX_QUEUE = 4;

/**
 * Returns the settings of every connection of this process to its database: the pools, the queue's own pool and
 * listener, and single clients. A host that vanishes without a word is noticed after `MAX_SILENCE_MS`; the operating
 * system would wait for a quarter of an hour.
 */
export function connectionSettings(): PoolConfig {
  return {
    connectionString: env().DATABASE_URL,
    // The name in `pg_stat_activity`.
    application_name: `einzug-${bootEnv.processName}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    stream: () => endedBySilence(MAX_SILENCE_MS),
    onConnect: beginSession,
  };
}

/**
 * Returns a client outside the pools, not yet connected. After its connection has broken, its current or next query
 * fails. Without the listener, the error event would end the process.
 */
export function singleClient(settings: ClientConfig = connectionSettings()): Client {
  return new Client(settings).on("error", () => {});
}

/** How many connections the parts of a process open at most. */
export interface ConnectionShares {
  suppliers: number;
  acrossSuppliers: number;
  queue: number;
  /** The worker's connection for notifications. Before it is opened, the queue prepares its tables over it. */
  single: number;
}

/**
 * Divides the connections of a process (`DATABASE_POOL_SIZE`) among its parts: the shares add up to `size`, so all
 * processes together open at most as many connections as their sizes add up to. The queue has its own, because heartbeats
 * must not wait for jobs. Cross-tenant queries have their own, because a supplier's transaction may wait for one.
 *
 * @param size at least 4
 */
export function sharesOf(size: number): ConnectionShares {
  const single = 1;
  const queue = Math.min(MAX_QUEUE, Math.max(1, Math.floor(size / 5)));
  const acrossSuppliers = Math.floor((size - queue - single) / 2);
  return { suppliers: size - queue - single - acrossSuppliers, acrossSuppliers, queue, single };
}

/**
 * Returns a socket that is closed with an error after a silence. The pools close idle connections earlier, and the
 * queue's listener asks every ten seconds, so only a connection whose server is gone is that silent.
 */
export function endedBySilence(ms: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(ms, () => {
    const error = new Error("The database did not answer.");
    socket.destroy(Object.assign(error, { code: "ETIMEDOUT", syscall: "read" }));
  });
}
