import pg from "pg";
import { vi } from "vitest";

/** Returns the SQL statements that were sent to the database while `run` was running. */
export async function statementsOf(run: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  try {
    await run();
    return spy.mock.calls.map(([query]) =>
      typeof query === "string" ? query : String((query as { text?: string }).text),
    );
  } finally {
    spy.mockRestore();
  }
}
