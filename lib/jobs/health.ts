import { createServer, type Server } from "node:http";
import { db } from "@/lib/core/database/db";
import { log } from "@/lib/core/telemetry/log";
import { isDraining } from "./draining";
import { queue } from "./queue";

/** The state of a process and of the parts that it needs. */
export interface Health {
  isUp: boolean;
  database: boolean;
  jobs: boolean;
  /** The process was told to end. It finishes what runs and should get nothing more. */
  isStopping?: boolean;
}

const LIMIT_MS = 3_000;
const CHECK_MS = 10_000;
/** A worker without a working database for this long ends, so that its supervisor starts a new one. */
const GIVE_UP_MS = 300_000;

/** Reads whether the database answers and accepts writes, and whether jobs can be enqueued. Never throws. */
export async function readHealth(): Promise<Health> {
  const database = await works(isWritable);
  const jobs = database && (await works(async () => Boolean(await queue())));
  const isStopping = isDraining();
  return { isUp: database && jobs && !isStopping, database, jobs, isStopping };
}

/** Returns the answer of a health address: 200 if the process works, otherwise 503; the body names the part. */
export function healthAnswer({ isUp, database, jobs, isStopping }: Health): {
  status: number;
  body: Record<string, string>;
} {
  const state = (works: boolean) => (works ? "ok" : "failed");
  const status = isStopping ? "stopping" : state(isUp);
  return { status: isUp ? 200 : 503, body: { status, database: state(database), jobs: state(jobs) } };
}

/** A standby answers too, but cannot store anything. */
async function isWritable(): Promise<boolean> {
  const [row] = await db.$queryRaw<{ isReadOnly: boolean }[]>`
    SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly"`;
  return row?.isReadOnly === false;
}

async function works(check: () => Promise<boolean>): Promise<boolean> {
  const limit = new Promise<false>((resolve) => setTimeout(() => resolve(false), LIMIT_MS).unref());
  return await Promise.race([check().catch(() => false), limit]);
}

/**
 * Watches a worker, and ends it if nothing works for five minutes.
 *
 * @param port where `GET /health` is answered, for a supervisor; undefined for none
 */
export function watchHealth(port: number | undefined, end: () => void = () => process.exit(1)): { close(): void } {
  let upAt = Date.now();
  const check = async () => {
    const health = await readHealth();
    // A worker that is stopping ends when its jobs are done.
    if (health.isUp || health.isStopping) upAt = Date.now();
    else if (Date.now() - upAt >= GIVE_UP_MS) {
      log.fatal(health, "no working database for five minutes, worker ends");
      end();
    }
  };
  const timer = setInterval(() => void check(), CHECK_MS);
  const server = port === undefined ? undefined : answerHealth(port);
  return {
    close() {
      clearInterval(timer);
      server?.close();
    },
  };
}

function answerHealth(port: number): Server {
  const server = createServer((request, response) => {
    void readHealth().then((health) => {
      const { status, body } = request.url === "/health" ? healthAnswer(health) : { status: 404, body: {} };
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
  return server.listen(port);
}
