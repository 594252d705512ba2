import { describe, expect, test } from "vitest";
import type { GocardlessCaller } from "@/lib/providers/payments/gocardless/client";
import { gocardlessAccount, gocardlessPayouts } from "./account";

/** A fake organisation whose lists have this many pages, with one row on each. */
function organisation(pages: number): GocardlessCaller {
  const list =
    (name: string, row: object) =>
    async ({ after }: { after?: string }) => {
      const page = Number(after ?? 1);
      return { [name]: [row], meta: { cursors: { after: page < pages ? String(page + 1) : null } } };
    };
  const client = {
    subscriptions: { list: list("subscriptions", { amount: "250" }) },
    instalmentSchedules: { list: list("instalment_schedules", { total_amount: "1000" }) },
    payoutItems: { list: list("payout_items", { type: "payment_paid_out", amount: "100.0" }) },
  };
  return { call: (run: (given: unknown) => Promise<unknown>) => run(client) } as unknown as GocardlessCaller;
}

const READ_WHOLE = {
  "what else collects": (gc: GocardlessCaller) => gocardlessAccount(gc).externalSchedules(),
  "the items of a payout": (gc: GocardlessCaller) => gocardlessPayouts(gc).items("PO1"),
};

describe("a list that is read completely", () => {
  test("is read over a hundred pages", async () => {
    expect(await READ_WHOLE["what else collects"](organisation(100))).toEqual({
      subscriptions: { count: 100, cents: 25_000 },
      instalments: { count: 100, cents: 100_000 },
    });
    expect(await READ_WHOLE["the items of a payout"](organisation(100))).toHaveLength(100);
  });

  test("is refused if it has too many payout items, because part of a payout must never be booked", async () => {
    await expect(READ_WHOLE["the items of a payout"](organisation(101))).rejects.toMatchObject({ kind: "refused" });
  });

  test("is counted in part if it has too many external schedules, because only their existence matters", async () => {
    expect((await READ_WHOLE["what else collects"](organisation(101))).subscriptions.count).toBe(100);
  });
});
