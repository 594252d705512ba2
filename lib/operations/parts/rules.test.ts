import { expect, test } from "vitest";
import type { PartFacts, VendorFacts } from "@/lib/operations/types";
import { partsOf, statesToNote, wholeOf, withSince } from "./rules";

const AT = new Date("2026-11-30T12:00:00Z");
const MINUTE = 60;
const vendor = (over: Partial<VendorFacts> = {}): VendorFacts => ({
  ...{ name: "GoCardless", reading: "hourly", connected: 3, late: 0, age: 5 * MINUTE },
  ...over,
});
const facts = (over: Partial<PartFacts> = {}): PartFacts => ({
  ...{
    health: { database: true, jobs: true },
    jobAge: 30,
    mailWait: null,
    mailRetries: 0,
    upSeconds: 5 * 86_400,
    databaseSeconds: 9 * 86_400,
    vendors: [vendor()],
  },
  ...over,
});
const stateOf = (over: Partial<PartFacts>, key: string) => partsOf(facts(over), AT).find((part) => part.key === key);

test("an installation that runs works in every part, with the times that are known at once", () => {
  const parts = partsOf(facts(), AT);
  expect(parts.map(({ key, state }) => [key, state])).toEqual(
    ["web", "database", "jobs", "mail", "vendor"].map((key) => [key, "good"]),
  );
  expect(stateOf({}, "vendor")).toEqual({
    ...{ key: "vendor", name: "GoCardless", state: "good", proof: "2026-11-30T11:55:00.000Z" },
  });
  expect(stateOf({}, "web")).toEqual({ key: "web", state: "good", since: "2026-11-25T12:00:00.000Z" });
  expect(stateOf({}, "database")).toMatchObject({ since: "2026-11-21T12:00:00.000Z" });
  expect(wholeOf(parts)).toBe("good");
});

test("a worker that ends no job is late, then disturbed, and mails and files with it", () => {
  expect(stateOf({ jobAge: 15 * MINUTE }, "jobs")).toMatchObject({ state: "wait", proof: "2026-11-30T11:45:00.000Z" });
  const stopped = { jobAge: 30 * MINUTE, vendors: [vendor({ name: "List", reading: "file" })] };
  for (const key of ["jobs", "mail", "files"]) expect(stateOf(stopped, key), key).toMatchObject({ state: "bad" });
  expect(wholeOf(partsOf(facts(stopped), AT))).toBe("bad");
});

test("mails are late if the oldest has waited for minutes, or one is tried again", () => {
  expect(stateOf({ mailWait: 5 * MINUTE }, "mail")).toMatchObject({ state: "wait", since: "2026-11-30T11:55:00.000Z" });
  expect(stateOf({ mailWait: 20 * MINUTE }, "mail")).toMatchObject({ state: "bad" });
  expect(stateOf({ mailRetries: 1 }, "mail")).toMatchObject({ state: "wait" });
});

test("a vendor is rated by its newest answer, and by how many suppliers wait for theirs", () => {
  const of = (over: Partial<VendorFacts>) => stateOf({ vendors: [vendor(over)] }, "vendor")?.state;
  expect(of({ late: 1 })).toBe("good");
  expect(of({ late: 2 })).toBe("wait");
  expect(of({ age: 120 * MINUTE })).toBe("wait");
  expect(of({ age: 200 * MINUTE })).toBe("bad");
  expect(of({ age: 200 * MINUTE, reading: "nightly" })).toBe("good");
  expect(of({ connected: 0, age: null })).toBe("unused");
});

test("what was not due since the start is not known, instead of disturbed", () => {
  const of = (upSeconds: number, age: number) => stateOf({ upSeconds, vendors: [vendor({ age })] }, "vendor");
  expect(of(5 * MINUTE, 200 * MINUTE)).toEqual({ key: "vendor", name: "GoCardless", state: "unknown" });
  expect(of(5 * MINUTE, 2 * MINUTE)).toMatchObject({ state: "good" });
  expect(of(110 * MINUTE, 200 * MINUTE)).toMatchObject({ state: "bad" });
});

test("without a database only the web is known to work, and nothing else is claimed", () => {
  const parts = partsOf(facts({ health: { database: false, jobs: false }, vendors: [vendor({ connected: 0 })] }), AT);
  expect(parts.map(({ state }) => state)).toEqual(["good", "bad", "unknown", "unknown", "unknown"]);
  expect(wholeOf(parts)).toBe("bad");
});

test("a good state counts from its proof, and a bad one from its known start or else from the last proof", () => {
  const at = AT.toISOString();
  const noted = (over: Partial<PartFacts>) => statesToNote(partsOf(facts(over), AT), at);
  expect(noted({})).toEqual([
    { part: "jobs", state: "good", since: "2026-11-30T11:59:30.000Z" },
    { part: "mail", state: "good", since: at },
    { part: "vendor/GoCardless", state: "good", since: "2026-11-30T11:55:00.000Z" },
  ]);
  expect(noted({ vendors: [vendor({ age: 200 * MINUTE })] })).toContainEqual({
    ...{ part: "vendor/GoCardless", state: "bad", since: "2026-11-30T08:40:00.000Z" },
  });
  expect(noted({ mailWait: 20 * MINUTE })).toContainEqual({
    ...{ part: "mail", state: "bad", since: "2026-11-30T11:40:00.000Z" },
  });
});

test("nothing is stored of a part whose state is not known, and it is shown without a time", () => {
  const gone = partsOf(facts({ health: { database: false, jobs: false }, jobAge: null, databaseSeconds: 60 }), AT);
  expect(statesToNote(gone, AT.toISOString())).toEqual([]);
  expect(withSince(gone, [{ part: "jobs", since: AT }]).find(({ key }) => key === "jobs")).toEqual({
    ...{ key: "jobs", state: "unknown" },
  });
  expect(gone.find(({ key }) => key === "database")).toMatchObject({ state: "bad", since: "2026-11-30T11:59:00.000Z" });
});
