import { afterAll, afterEach, describe, expect, test } from "vitest";
import { wantSync } from "@/lib/connections/record/mutations";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { SyncStatus } from "@/lib/core/prisma/enums";
import { now } from "@/lib/core/time/clock";
import { TestSandbox } from "@/test/sandbox";
import { supplierAtTwins, type TwinSupplier } from "@/test/twin-supplier";
import { syncInvoices } from "./jobs";

/** Applies every possible event to a supplier's last sync run in every state. */
const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

const STATES = ["none", ...Object.values(SyncStatus)] as const;
type State = (typeof STATES)[number];

const sync = ({ customerId }: TwinSupplier) => syncInvoices.run({ customerId });

const EVENTS: Record<string, (supplier: TwinSupplier) => Promise<void>> = {
  "the accounting system is read": async (supplier) => void (await sync(supplier)),
  "the accounting system fails midway": async (supplier) => {
    await sandbox.fault("lexware", "status-500", "/v1/voucherlist", 20);
    await expect(sync(supplier)).rejects.toMatchObject({ isRetryable: true });
    await sandbox.clearFaults();
  },
  "the accounting system is not connected any more": async (supplier) => {
    const { customerId } = supplier;
    await db.connection.updateMany({ where: { customerId, type: "LEXOFFICE" }, data: { status: "revoked" } });
    await sync(supplier);
  },
};

/**
 * Rows: the state of the last run; `running` is one whose process has died. Columns: the events above. Each cell has
 * the state of that run afterwards, and the state of the new run. Without a connection there is no new run, and nothing
 * changes.
 */
const TABLE: Record<State, [State, State | undefined][]> = {
  none: [
    ["none", "done"],
    ["none", "failed"],
    ["none", undefined],
  ],
  running: [
    ["failed", "done"],
    ["failed", "failed"],
    ["running", undefined],
  ],
  done: [
    ["done", "done"],
    ["done", "failed"],
    ["done", undefined],
  ],
  failed: [
    ["failed", "done"],
    ["failed", "failed"],
    ["failed", undefined],
  ],
};

const readRuns = ({ customerId }: TwinSupplier) =>
  db.syncRun.findMany({ where: { customerId }, orderBy: { id: "asc" } });

describe("a sync with the last run in each state, under every event", () => {
  test.each(STATES)("after a last run in state %s", async (from) => {
    expect(TABLE[from]).toHaveLength(Object.keys(EVENTS).length);
    for (const [i, [name, happen]] of Object.entries(EVENTS).entries()) {
      const cell = `${from}: ${name}`;
      const [left, begun] = TABLE[from][i] as [State, State | undefined];
      const supplier = await supplierAtTwins();
      const { customerId } = supplier;
      if (from !== "none") {
        const endedAt = from === "running" ? null : now();
        await db.syncRun.create({ data: { customerId, id: newId("syncRun"), kind: "listing", status: from, endedAt } });
      }
      await db.$transaction((tx) => wantSync(tx, customerId, "listing"));
      const before = await readRuns(supplier);
      await happen(supplier);
      const after = await readRuns(supplier);
      const states = after.map((run) => run.status);
      expect(states, cell).toEqual([...(left === "none" ? [] : [left]), ...(begun ? [begun] : [])]);
      if (left === from && from !== "none") expect(after[0], cell).toEqual(before[0]);
      // Every run that is over has an end, and every failed one a reason.
      for (const run of after) expect(run.endedAt !== null, cell).toBe(run.status !== "running");
      if (left !== from) expect(after[0]?.error, cell).toBe("interrupted");
      if (begun) expect(after.at(-1)?.error !== null, cell).toBe(begun === "failed");
    }
  });
});
