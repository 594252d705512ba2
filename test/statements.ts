import pg from "pg";

/** Runs something and tells how many statements it sent to the database. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  let count = 0;
  pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
    count += 1;
    return send.apply(this, args);
  } as never;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = send as never;
  }
  return count;
}
