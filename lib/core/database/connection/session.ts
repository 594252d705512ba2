import type { ClientBase } from "pg";
import { noteTimeline } from "./timeline";

/**
 * Limits of a session. They are set by a statement and not by startup parameters, which PgBouncer refuses. The second
 * one ends the transaction of a process that stopped in the middle, for example on a suspended machine: Prisma's own
 * limit does not work then, and its locks would last for hours. No work between statements takes that long.
 */
const LIMITS = `set_config('statement_timeout', '30s', false),
  set_config('idle_in_transaction_session_timeout', '60s', false),
  current_setting('transaction_read_only') = 'on' AS "isReadOnly"`;

/**
 * The timeline, which grows with each promotion of a standby and each restore to an earlier moment. It is part of the
 * names of the log's files. A standby has no file that it writes.
 */
const TIMELINE = `CASE WHEN NOT pg_is_in_recovery()
  THEN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline`;

interface Session {
  isReadOnly: boolean;
  timeline?: number | null;
}

/** The server accepts no writes: a standby, or a primary that its operator has made read-only. */
export class ReadOnlyServer extends Error {
  /** PostgreSQL's own code for a write on such a server. */
  readonly code = "25006";

  constructor() {
    super("The database server is read-only: it is a standby, or its disk is full.");
  }
}

/**
 * Prepares a new connection before its first use: sets its limits, refuses a read-only server, and notes the timeline.
 *
 * @throws ReadOnlyServer; the pool then closes the connection, and `isDatabaseDown` recognises the error
 */
export async function beginSession(client: ClientBase): Promise<void> {
  const { isReadOnly, timeline } = await readSession(client);
  if (isReadOnly) throw new ReadOnlyServer();
  noteTimeline(timeline ?? undefined);
}

let hasTimelines = true;

/** Services with shared storage (Aurora) refuse the functions of the log; their failover loses nothing. */
async function readSession(client: ClientBase): Promise<Session> {
  const plain = async () => (await client.query<Session>(`SELECT ${LIMITS}`)).rows[0] ?? { isReadOnly: false };
  if (!hasTimelines) return await plain();
  try {
    const { rows } = await client.query<Session>(`SELECT ${LIMITS}, ${TIMELINE}`);
    return rows[0] ?? { isReadOnly: false };
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    hasTimelines = false;
    return await plain();
  }
}

/** Undefined function, feature not supported, insufficient privilege. */
function isUnsupported(error: unknown): boolean {
  return ["42883", "0A000", "42501"].includes((error as { code?: string }).code ?? "");
}
