import { expect, test } from "vitest";
import { Faults } from "./faults";

test("one thing in an answer takes another form, wherever it stands, until that is cleared", () => {
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
