import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { BulkOutcome, type BulkStatus } from "@/lib/core/prisma/enums";
import { clearJobs } from "@/test/jobs";
import { connectedSupplier, seedInvoice } from "@/test/supplier-data";
import { runBulk } from "./jobs";
import { settleItem, startBulk } from "./mutations";
import { executeItem } from "./provider";

/** Applies every event to an item of a bulk run in every state, and compares both with a table. */
const { customerId, actor } = await connectedSupplier();
beforeEach(clearJobs);

type State = "waiting" | BulkOutcome | `${BulkOutcome}, over`;
const OUTCOMES = Object.values(BulkOutcome);
const STATES: State[] = ["waiting", ...OUTCOMES, ...OUTCOMES.map((outcome) => `${outcome}, over` as const)];
/** The suffix for the status of the run. */
const ENDING: Record<BulkStatus, string> = { running: "", done: ", over" };

interface Place {
  runId: string;
  invoiceId: string;
}

/** The item under test; another item of its run waits behind it. */
const WATCHED = 0;

const runOf = ({ runId }: Place) =>
  db.bulkRun.findUniqueOrThrow({
    where: { customerId_id: { customerId, id: runId } },
    include: { items: { orderBy: { position: "asc" } } },
  });

async function carryOut(place: Place): Promise<void> {
  const { items, ...run } = await runOf(place);
  const item = items[WATCHED];
  if (item) await executeItem(customerId, run, item);
}

const refuse = ({ runId }: Place, reason = "paid") =>
  db.$transaction(async (tx) => void (await settleItem(tx, customerId, runId, WATCHED, reason)));
const workOff = () => runBulk.run({ customerId });

const EVENTS: Record<string, (place: Place) => Promise<unknown>> = {
  "it is carried out": carryOut,
  "two workers carry it out at once": (place) => Promise.all([carryOut(place), carryOut(place)]),
  "it is refused": (place) => refuse(place),
  "it is refused once more, for another reason": (place) => refuse(place, "voided"),
  "one carries it out while another is refused": (place) => Promise.all([carryOut(place), refuse(place)]),
  "the run is worked off": workOff,
  "two workers work it off at once": () => Promise.all([workOff(), workOff()]),
};

/**
 * Rows: the state before. Columns: the events above. `.`: nothing changes; `|`: either of the two, whichever came
 * first.
 */
const TABLE: Record<State, string[]> = {
  waiting: ["done", "done", "refused", "refused", "done|refused", "done, over", "done, over"],
  done: [".", ".", ".", ".", ".", "done, over", "done, over"],
  refused: [".", ".", ".", ".", ".", "refused, over", "refused, over"],
  "done, over": [".", ".", ".", ".", ".", ".", "."],
  "refused, over": [".", ".", ".", ".", ".", ".", "."],
};

async function placed(state: State): Promise<Place> {
  const ids = [(await seedInvoice(customerId)).id, (await seedInvoice(customerId)).id];
  const { runId } = await startBulk(customerId, { action: "exclude", selection: { ids } }, actor);
  const watched = await db.bulkItem.findFirstOrThrow({ where: { customerId, runId, position: WATCHED } });
  const place = { runId, invoiceId: watched.subject };
  if (state.startsWith("done")) await carryOut(place);
  if (state.startsWith("refused")) await refuse(place);
  if (state.endsWith("over")) await workOff();
  return place;
}

function stateOf({ status, items }: Awaited<ReturnType<typeof runOf>>): string {
  return `${items[WATCHED]?.outcome ?? "waiting"}${ENDING[status]}`;
}

describe("an item of a bulk run under every event", () => {
  test.each(STATES)("in state %s", async (from) => {
    expect(TABLE[from]).toHaveLength(Object.keys(EVENTS).length);
    for (const [i, [name, happen]] of Object.entries(EVENTS).entries()) {
      const cell = `${from}: ${name}`;
      const wanted = TABLE[from][i] ?? "";
      const place = await placed(from);
      const before = await runOf(place);
      expect(stateOf(before), cell).toBe(from);
      await happen(place);
      const after = await runOf(place);
      if (wanted === ".") expect(after, cell).toEqual(before);
      else expect(wanted.split("|"), cell).toContain(stateOf(after));
      // Each item is counted once, and the run ends when all have ended. A done item was executed once, a refused one
      // never.
      const count = (outcome: string) => after.items.filter((item) => item.outcome === outcome).length;
      expect([after.doneCount, after.refusedCount], cell).toEqual([count("done"), count("refused")]);
      expect(after.endedAt !== null, cell).toBe(after.status === "done");
      const isDone = after.items[WATCHED]?.outcome === "done";
      expect(await db.auditEntry.count({ where: { customerId, subject: place.invoiceId } }), cell).toBe(isDone ? 1 : 0);
      const { isExcluded } = await db.invoice.findUniqueOrThrow({
        where: { customerId_id: { customerId, id: place.invoiceId } },
      });
      expect(isExcluded, cell).toBe(isDone);
      await workOff();
    }
  });
});
