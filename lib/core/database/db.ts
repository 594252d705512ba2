import { bootEnv, env } from "@/lib/core/env";
import { Prisma, PrismaClient } from "@/lib/core/prisma/client";
import { countStatement } from "@/lib/core/telemetry/trace";
import { separateLoaders } from "@/lib/core/tenants/scoped-loaders";
import { ScopedPool } from "@/lib/core/tenants/scoped-pool";
import { connectionSettings, sharesOf } from "./connection/settings";
import { statementNames } from "./connection/statement-names";
import { SerialisedPg } from "./serialised-adapter";

export { Prisma };

interface Connected {
  client: PrismaClient;
  pool: ScopedPool;
}

const nameOf = statementNames({ isWorker: !bootEnv.isWeb });

function connect(): Connected {
  const { suppliers, acrossSuppliers } = sharesOf(env().DATABASE_POOL_SIZE);
  const pool = new ScopedPool({ ...connectionSettings(), max: suppliers }, acrossSuppliers);
  // The pool discards an idle connection that breaks. Prisma listens for the error, too, but only after a first query.
  pool.on("error", () => {});
  const adapter = new SerialisedPg(pool, {
    disposeExternalPool: true,
    statementNameGenerator: ({ sql }) => nameOf(sql),
  });
  const client = new PrismaClient({ adapter, transactionOptions: { maxWait: 5_000, timeout: 15_000 } });
  separateLoaders(client);
  return { client, pool };
}

// Next.js reloads modules in development; the client survives in `globalThis`, so that the process has only one.
const holder = globalThis as { einzugDb?: Connected };

/** Returns the connection of this process; reconnects after `$disconnect`. */
function connected(): Connected {
  if (!holder.einzugDb || holder.einzugDb.pool.ending) holder.einzugDb = connect();
  return holder.einzugDb;
}

/** The database client of this process, which connects at its first use. */
export const db: PrismaClient = new Proxy({} as PrismaClient, {
  get(_target, property) {
    const { client } = connected();
    const value = Reflect.get(client, property) as unknown;
    return typeof value === "function" ? (value as (...args: unknown[]) => unknown).bind(client) : value;
  },
});

/**
 * Runs a prepared statement, in its own transaction and in the caller's tenant scope. It is meant for large statements
 * with a constant text that run very often. Each connection parses and plans the text once. The call bypasses Prisma,
 * which would write the parameters as JSON and parse them again.
 *
 * @param name unique for this text
 * @throws the driver's error, which `isDatabaseDown` recognises
 */
export async function askKept<Row extends object>(name: string, { text, values }: Prisma.Sql): Promise<Row[]> {
  return await countStatement(async () => (await connected().pool.query<Row>({ name, text, values })).rows);
}

/** The client for reads and writes: the database itself or a transaction. */
export type Tx = Prisma.TransactionClient;

/** True for a violation of a unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}

/** True if this transaction was rolled back because of a conflict with another one: a retry may succeed. */
export function isWriteConflict(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2034";
}

/** Error codes for an unreachable database: of Prisma, the operating system, and a PostgreSQL that starts or stops. */
const PRISMA_DOWN = ["P1001", "P1002", "P1008", "P1017", "P2024", "P2037"];
const SYSTEM_DOWN = ["ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"];
const SERVER_DOWN = ["25006", "53300", "57P01", "57P02", "57P03"];
const DOWN = [...PRISMA_DOWN, ...SERVER_DOWN, "ECONNREFUSED"];
/** The adapter's error kinds for it. For a raw statement Prisma reports only that it failed (P2010). */
const DOWN_KINDS = ["DatabaseNotReachable", "ConnectionClosed", "SocketTimeout", "TooManyConnections"];
/** pg's messages without a code: the connection broke, or none was established in time. */
const BROKEN = /Connection terminated|timeout exceeded when trying to connect/;

interface DriverCause {
  kind?: string;
  /** PostgreSQL's error code, if the server refused. */
  originalCode?: string;
}

/** True if the database could not be reached, as opposed to an error in a query. */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (!(error instanceof Error)) return false;
  const { code, syscall, meta } = error as {
    code?: string;
    syscall?: string;
    meta?: { driverAdapterError?: { cause?: DriverCause } };
  };
  const { kind, originalCode } = meta?.driverAdapterError?.cause ?? {};
  const words = [code, originalCode].filter((word) => word !== undefined);
  if (words.some((word) => DOWN.includes(word)) || (kind && DOWN_KINDS.includes(kind))) return true;
  // Node reports ECONNRESET, too, when a caller hangs up, but then without a system call.
  if (syscall && code && SYSTEM_DOWN.includes(code)) return true;
  return (words.length === 0 || code === "P2010") && BROKEN.test(error.message);
}
