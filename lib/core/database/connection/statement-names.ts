/** Part of the statement that reads a session with its relations. */
const READS_SESSION = ' FROM "public"."sessions" AS "t0" ';
/** A text that ran this often is one of the few by which a worker moves invoices. */
const OFTEN = 20;
/** Only these have a plan. A BEGIN by name would also be missing in PostgreSQL's statistics of statements. */
const HAS_PLAN = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/;
/** PostgreSQL holds a plan of each named statement for each connection. */
const MAX_NAMES = 80;
/** Texts that are counted. Lists of values make many texts, each of which runs rarely. */
const MAX_COUNTED = 2_000;

/**
 * Returns a function that names the statements which each connection prepares only once, so that PostgreSQL does not
 * parse and plan them again. Parsing and planning costs it about three times as much as running a short statement.
 *
 * In every process that is the read of a session with its relations, which every request sends. In a worker it is each
 * text that runs often: lookups by key, inserts and updates of the way from an invoice to its payment. Web sends no
 * others by name: the plans of its lists depend on the values. The function returns no name (empty) for all others.
 */
export function statementNames({ isWorker }: { isWorker: boolean }): (sql: string) => string {
  const names = new Map<string, string>();
  const runs = new Map<string, number>();
  return (sql) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (!HAS_PLAN.test(sql)) return "";
    const isSession = sql.includes(READS_SESSION);
    if (!isSession && (!isWorker || names.size >= MAX_NAMES || (runs.get(sql) ?? 0) < OFTEN)) {
      if (runs.size >= MAX_COUNTED) runs.clear();
      if (isWorker) runs.set(sql, (runs.get(sql) ?? 0) + 1);
      return "";
    }
    const name = `einzug-${names.size}`;
    names.set(sql, name);
    runs.delete(sql);
    return name;
  };
}
