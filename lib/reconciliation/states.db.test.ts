import { beforeEach, expect, test } from "vitest";
import {
  closeComparison,
  closeDifferences,
  keepDifferences,
  noteDifference,
  openComparison,
  settleDifference,
} from "@/lib/comparisons/mutations";
import { db } from "@/lib/core/database/db";
import { DifferenceRepair } from "@/lib/core/prisma/enums";
import { connectedSupplier } from "@/test/supplier-data";

/** Applies every event to a difference in every state, and compares the result with a table. */
const { customerId } = await connectedSupplier();
const FINDING = { kind: "payment_status", subject: "PM-STATES", ours: "created", theirs: "submitted" } as const;
const LONG_AGO = new Date("2026-09-01T08:00:00Z");

const STATES = ["none", "open", ...Object.values(DifferenceRepair)] as const;
type State = (typeof STATES)[number];

const settle = (repair: DifferenceRepair) => settleDifference(customerId, FINDING, repair);
const compare = async (meets: () => Promise<unknown> = async () => {}) => {
  const comparison = await openComparison(customerId, "payments");
  await meets();
  await closeComparison(comparison);
};
const EVENTS: Record<string, () => Promise<unknown>> = {
  "a comparison meets it": () => compare(() => noteDifference(customerId, FINDING)),
  "a comparison does not meet it": () => compare(),
  "a comparison finds that its news are on their way": () =>
    compare(() => keepDifferences({ customerId, feed: "payments" }, [FINDING.subject])),
  "its like is read again": () => settle("read_again"),
  "it is taken in": () => settle("imported"),
  "another vendor is disconnected": () => db.$transaction((tx) => closeDifferences(tx, customerId, ["LEXOFFICE"])),
  "its vendor is disconnected": () => db.$transaction((tx) => closeDifferences(tx, customerId, ["GOCARDLESS"])),
};
/**
 * Rows: the state before. Columns: the events above. `.`: nothing changes. A repaired difference stays repaired until a
 * comparison finds it again.
 */
const TABLE: Record<State, string> = {
  none: "open . . . . . .",
  open: "open gone open read_again imported open gone",
  read_again: "open . . . . . .",
  imported: "open . . . . . .",
  gone: "open . . . . . .",
};

const read = () => db.difference.findFirst({ where: { customerId }, omit: { id: true } });
const stateOf = (row: Awaited<ReturnType<typeof read>>): State => (row ? (row.repair ?? "open") : "none");

beforeEach(() => db.difference.deleteMany({ where: { customerId } }));

test.each(STATES.flatMap((from) => Object.keys(EVENTS).map((event, i) => [from, event, i] as const)))(
  "a difference in state %s: %s",
  async (from, event, i) => {
    if (from !== "none") await noteDifference(customerId, FINDING);
    const repaired = from === "open" || from === "none" ? {} : { repair: from, repairedAt: LONG_AGO };
    await db.difference.updateMany({
      where: { customerId },
      data: { foundAt: LONG_AGO, seenAt: LONG_AGO, ...repaired },
    });
    const before = await read();
    // Every event happens twice, because deliveries repeat.
    for (const _again of [1, 2]) await EVENTS[event]?.();
    const after = await read();
    const wanted = TABLE[from].split(" ")[i];
    if (wanted === ".") return expect(after).toEqual(before);
    expect(stateOf(after)).toBe(wanted);
    expect(after?.repairedAt === null).toBe(wanted === "open");
    // A difference found again after a repair counts as found today; an open one keeps its day.
    expect(after?.foundAt.getTime() === LONG_AGO.getTime()).toBe(from === "open");
  },
);
