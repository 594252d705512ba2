import { expect, test } from "vitest";
import { Faults } from "./faults";

test("changes one object of an answer, wherever it is in the body, until the fault is cleared", () => {
  const faults = new Faults();
  faults.add({ provider: "lexware", kind: "unknown-form", match: { id: "7" }, fields: { total: "much" } });
  const body = { rows: [{ id: 7, total: 1 }, { id: 8, total: 1, of: { id: "7" } }, null] };
  expect(faults.bend("lexware", "/v1/any", body)).toEqual({
    rows: [{ id: 7, total: "much" }, { id: 8, total: 1, of: { id: "7", total: "much" } }, null],
  });
  expect(faults.bend("sevdesk", "/v1/any", body)).toEqual(body);
  expect(faults.bend("lexware", "/v1/any", "7")).toBe("7");
  faults.clear();
  expect(faults.bend("lexware", "/v1/any", body)).toEqual(body);
});

test("applies a fault for one organisation only to that organisation, and removes it by its own id", () => {
  const faults = new Faults();
  const own = faults.add({ provider: "lexware", kind: "status-500", match: { organisation: "org-1" } });
  const other = faults.add({ provider: "lexware", kind: "slow", match: { organisation: "org-2" } });
  const strikes = (organisation?: string) => faults.forCall("lexware", "GET", "/v1/any", () => organisation);
  expect([strikes("org-1"), strikes("org-2"), strikes("org-3"), strikes()]).toEqual([
    "status-500",
    "slow",
    undefined,
    undefined,
  ]);
  expect([faults.remove(own.id), faults.remove(own.id)]).toEqual([true, false]);
  expect([strikes("org-1"), strikes("org-2")]).toEqual([undefined, "slow"]);
  expect(faults.list().map(({ id }) => id)).toEqual([other.id]);
});
