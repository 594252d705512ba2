import { bootEnv, env } from "./env";
import { OrderlyPg } from "./orderly-adapter";
import { Prisma, PrismaClient } from "./prisma/client";
import { currentReach, withReach } from "./supplier-wall";
import { countStatement } from "./trace";
import { WalledPool } from "./walled-pool";

export { Prisma };

interface Connected {
  client: PrismaClient;
  pool: WalledPool;
}

function connect(): Connected {
  const pool = new WalledPool({
    connectionString: env().DATABASE_URL,
    application_name: connectionName(),
    max: env().DATABASE_POOL_SIZE,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    // A process that stands still in the middle (a machine that is suspended) ends no transaction by Prisma's own limit: the
    // server ends it, or what it has locked would wait for hours. Longer than any work between two statements takes.
    idle_in_transaction_session_timeout: 60_000,
  });
  // A connection that breaks while it is free is given up by the pool. Prisma listens, too, but only once it has asked.
  pool.on("error", () => {});
  const adapter = new OrderlyPg(pool, {
    disposeExternalPool: true,
    statementNameGenerator: ({ sql }) => nameOfSessionRead(sql),
  });
  const client = new PrismaClient({ adapter, transactionOptions: { maxWait: 5_000, timeout: 15_000 } });
  keepAskersApart(client);
  return { client, pool };
}

/** What whoever looks at the database (`pg_stat_activity`) calls the connections of this process. */
export function connectionName(): string {
  return `einzug-${bootEnv.processName}`;
}

const READS_SESSION = ' FROM "public"."sessions" AS "t0" ';
const sessionReads = new Map<string, string>();

/**
 * Every request reads its session, and all that hangs on it, by key: a long statement that costs the database three times
 * more to read and plan than to answer. Each connection keeps it; what is looked for by key has one plan, whoever asks.
 *
 * @returns empty for every other statement: it is planned for the values it comes with
 */
function nameOfSessionRead(sql: string): string {
  const known = sessionReads.get(sql);
  if (known !== undefined) return known;
  if (!sql.includes(READS_SESSION)) return "";
  const name = `session-${sessionReads.size}`;
  sessionReads.set(sql, name);
  return name;
}

interface Loader {
  options: unknown;
  request(question: unknown): Promise<unknown>;
}

/**
 * Prisma gathers the questions of one tick, whoever asks, and asks them in the context of the first: `findUnique` of two
 * suppliers would meet in one statement, or one be asked with the other's reach. Each reach gets a gatherer of its own.
 */
function keepAskersApart(client: PrismaClient): void {
  const { _requestHandler: handler } = client as unknown as { _requestHandler: { dataloader: Loader } };
  const { options } = handler.dataloader;
  const Gatherer = handler.dataloader.constructor as new (options: unknown) => Loader;
  const gatherers = new Map<string, Loader>();
  const request = (question: unknown): Promise<unknown> => {
    const reach = currentReach();
    const key = JSON.stringify(reach);
    const gatherer = gatherers.get(key) ?? new Gatherer(options);
    if (!gatherers.has(key)) process.nextTick(() => gatherers.delete(key));
    gatherers.set(key, gatherer);
    return withReach(reach, () => gatherer.request(question));
  };
  handler.dataloader = { options, request };
}

// Next reloads modules in development; one client per process survives it.
const holder = globalThis as { einzugDb?: Connected };

/** Who asks after `$disconnect` connects anew. */
function connected(): Connected {
  if (!holder.einzugDb || holder.einzugDb.pool.ending) holder.einzugDb = connect();
  return holder.einzugDb;
}

/** The database of this process, connected at first use. */
export const db: PrismaClient = new Proxy({} as PrismaClient, {
  get(_target, property) {
    const { client } = connected();
    const value = Reflect.get(client, property) as unknown;
    return typeof value === "function" ? (value as (...args: unknown[]) => unknown).bind(client) : value;
  },
});

/**
 * A statement that is asked very often, with much in it, and always with the same text: each connection reads and plans it
 * once, and it goes past Prisma, which would write its parameters as JSON and read them again. It is a transaction by itself,
 * and sees what its asker may see.
 *
 * @param name of this text and no other
 * @throws what the driver says; `isDatabaseDown` knows it
 */
export async function askKept<Row extends object>(name: string, { text, values }: Prisma.Sql): Promise<Row[]> {
  return await countStatement(async () => (await connected().pool.query<Row>({ name, text, values })).rows);
}

/** What reads and writes may use: the database itself or a transaction on it. */
export type Tx = Prisma.TransactionClient;

/** True if the error is a broken unique rule; with a name, only of that column or index. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}

/** True if two transactions were in each other's way and this one was undone: the same again may well go through. */
export function isWriteConflict(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2034";
}

/** Prisma's words for a server that is not there, the system's, and the server's own while it stops or starts. */
const PRISMA_DOWN = ["P1001", "P1002", "P1008", "P1017", "P2024", "P2037"];
const SYSTEM_DOWN = ["ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"];
const SERVER_DOWN = ["53300", "57P01", "57P02", "57P03"];
const DOWN = [...PRISMA_DOWN, ...SERVER_DOWN, "ECONNREFUSED"];
/** The adapter's words for it. Of a raw statement Prisma says no more than that it failed (P2010). */
const DOWN_KINDS = ["DatabaseNotReachable", "ConnectionClosed", "SocketTimeout", "TooManyConnections"];
/** What pg says without a code: the connection broke, or none came in time. */
const BROKEN = /Connection terminated|timeout exceeded when trying to connect/;

interface DriverCause {
  kind?: string;
  /** Of PostgreSQL, if it was the server that said no. */
  originalCode?: string;
}

/** True if the error says that no database can be reached, rather than that a query was wrong. */
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
  // Of a caller who hangs up Node says ECONNRESET, too; but that was no call of the system.
  if (syscall && code && SYSTEM_DOWN.includes(code)) return true;
  return (words.length === 0 || code === "P2010") && BROKEN.test(error.message);
}
