import pg from "pg";
import { vi } from "vitest";

/** Runs something and gives the statements that were sent to the database meanwhile. */
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
