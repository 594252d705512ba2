import { describe, expect, test } from "vitest";
import { db, type Tx } from "@/lib/core/database/db";
import { ReturnOutcome } from "@/lib/core/prisma/enums";
import { raiseNotice } from "@/lib/notices/mutations";
import { connectedSupplier, openNotices, seedCollection } from "@/test/supplier-data";
import { closeReturn, dismissReturn, openReturn, reopenDismissed } from "./mutations";

/** Every state of a case in the returns queue with every event, through the functions that apply them. */
const { customerId, actor } = await connectedSupplier();
const NOT_THERE = "nothing";
const STATES = [NOT_THERE, "open", ...Object.values(ReturnOutcome)] as const;
type State = (typeof STATES)[number];
const DAY = { older: "2026-09-01", lying: "2026-09-08", newer: "2026-09-15" };
const at = (day: keyof typeof DAY) => new Date(`${DAY[day]}T09:00:00Z`);

interface Place {
  invoiceId: string;
  collectionId: string;
}

const inOneGo = async (change: (tx: Tx) => Promise<unknown>): Promise<void> => void (await db.$transaction(change));
const reportReturn = (day: keyof typeof DAY) => ({
  day,
  happen: (place: Place) => inOneGo((tx) => openReturn(tx, customerId, { ...place, returnedAt: at(day) })),
});
const ends = (outcome: ReturnOutcome) => ({
  happen: (place: Place) => inOneGo((tx) => closeReturn(tx, customerId, place.invoiceId, outcome)),
});

const EVENTS: Record<string, { day?: keyof typeof DAY; happen(place: Place): Promise<void> }> = {
  "an older return is reported": reportReturn("older"),
  "the same return is reported again": reportReturn("lying"),
  "a later return is reported": reportReturn("newer"),
  "a later collection brings the money": ends("collected"),
  "the accounting system reports it as paid": ends("settled"),
  "it is migrated to another accounting system": ends("migrated"),
  "a person dismisses it": { happen: ({ invoiceId }) => dismissReturn(customerId, invoiceId, actor) },
  "a person reopens it": { happen: ({ invoiceId }) => reopenDismissed(customerId, invoiceId, actor) },
};

/**
 * Rows: the state before. Columns: the events above. `.`: nothing changes, `!`: refused and nothing changes. A closed
 * case stays as it was until a later return. A person can reopen only a case that a person dismissed.
 */
const TABLE: Record<State, string> = {
  nothing: "open open open . . . ! !",
  open: ". . open collected settled migrated dismissed !",
  collected: ". . open . . . . !",
  settled: ". . open . . . . !",
  dismissed: ". . open . . . . open",
  migrated: ". . open . . . ! !",
};

async function placed(state: State): Promise<Place> {
  const { invoice, collection } = await seedCollection(customerId);
  const place = { invoiceId: invoice.id, collectionId: collection.id };
  if (state === NOT_THERE) return place;
  await reportReturn("lying").happen(place);
  if (state === "dismissed") await dismissReturn(customerId, invoice.id, actor);
  else if (state !== "open") await ends(state).happen(place);
  return place;
}

const read = ({ invoiceId }: Place) => db.returnCase.findFirst({ where: { customerId, invoiceId } });
const stateOf = (row: Awaited<ReturnType<typeof read>>): State => (row ? (row.outcome ?? "open") : NOT_THERE);

describe("a case in the returns queue", () => {
  test.each(STATES)("changes as the table says for every event, if its state is %s", async (from) => {
    const cells = TABLE[from].split(" ");
    expect(cells).toHaveLength(Object.keys(EVENTS).length);
    for (const [i, [name, { day, happen }]] of Object.entries(EVENTS).entries()) {
      const cell = `${from}, ${name}`;
      const wanted = cells[i] ?? "";
      const place = await placed(from);
      const key = `collection-returned:${place.invoiceId}`;
      await inOneGo((tx) => raiseNotice(tx, customerId, { key, kind: "collection_failed", data: {} }));
      const before = await read(place);
      if (wanted === "!") await expect(happen(place), cell).rejects.toMatchObject({ code: "not_found" });
      else await happen(place);
      const after = await read(place);
      if (wanted === "." || wanted === "!") expect(after, cell).toEqual(before);
      else expect(stateOf(after), cell).toBe(wanted);
      // A closed case has a time, and closing it resolves its notice. An open case has no time.
      expect(after?.doneAt != null, cell).toBe(after?.isDone ?? false);
      const isEndedNow = before?.isDone === false && after?.isDone === true;
      expect((await openNotices(customerId)).includes(key), cell).toBe(!isEndedNow);
      if (wanted === "open" && day) expect(after?.returnedAt, cell).toEqual(at(day));
    }
  });

  test("is never collected after a person has dismissed it, even if it was closed before", async () => {
    for (const from of STATES.filter((state) => state !== NOT_THERE && state !== "migrated")) {
      const place = await placed(from);
      await dismissReturn(customerId, place.invoiceId, actor);
      const invoice = await db.invoice.findUniqueOrThrow({
        where: { customerId_id: { customerId, id: place.invoiceId } },
      });
      expect(invoice, from).toMatchObject({ isExcluded: true, collectNowAt: null, retryOn: null });
    }
  });
});
