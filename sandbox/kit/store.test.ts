import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Store } from "./store";

interface Doc {
  id: string;
  owner: string | null;
  note: number;
}

let directory: string;
let store: Store;
const open = () => {
  store = new Store(join(directory, "store.db"));
  return store.collection<Doc, "owner">("docs", "owner");
};
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "einzug-store-"));
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

test("A document changed in place is found by its new value once it is put, and only then.", () => {
  const docs = open();
  const doc = docs.put("a", { id: "a", owner: "Ada", note: 0 });
  doc.owner = "Ben";
  expect(docs.by("owner", "Ben")).toEqual([]);
  docs.put("a", doc);
  expect(docs.by("owner", "Ada")).toEqual([]);
  expect(docs.by("owner", "Ben")).toEqual([doc]);
});

test("An index lists documents in the order in which they got their value, and returns the newest version.", () => {
  const docs = open();
  for (const id of ["a", "b", "c"]) docs.put(id, { id, owner: "Ada", note: 0 });
  docs.put("a", { id: "a", owner: "Ada", note: 1 });
  expect(docs.by("owner", "Ada").map(({ id, note }) => [id, note])).toEqual([
    ["a", 1],
    ["b", 0],
    ["c", 0],
  ]);
});

const id = fc.constantFrom("a", "b", "c", "d");
const owner = fc.constantFrom("Ada", "Ben", null);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("put" as const), id, owner }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete" as const), id }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("clear" as const, "reopen" as const) }) },
);

test("An index finds what a scan finds, after changes, deletions, a reset and a restart.", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      let docs = open();
      docs.clear();
      for (const one of steps) {
        if (one.kind === "put") docs.put(one.id, { id: one.id, owner: one.owner, note: docs.size });
        if (one.kind === "delete") docs.delete(one.id);
        if (one.kind === "clear") docs.clear();
        if (one.kind === "reopen") {
          store.close();
          docs = open();
        }
        for (const name of ["Ada", "Ben"]) {
          const found = docs.by("owner", name).sort((a, b) => (a.id < b.id ? -1 : 1));
          const scanned = docs.filter((doc) => doc.owner === name).sort((a, b) => (a.id < b.id ? -1 : 1));
          expect(found).toEqual(scanned);
        }
      }
      store.close();
    }),
    { numRuns: 30 },
  );
  open();
});
