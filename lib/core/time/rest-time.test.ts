import { expect, test } from "vitest";
import { minutesLeft } from "./rest-time";

test.each([
  [{ done: 100, total: 300, elapsedMs: 60_000 }, 2],
  [{ done: 290, total: 300, elapsedMs: 60_000 }, 1],
  [{ done: 4, total: 300, elapsedMs: 60_000 }, undefined],
  [{ done: 300, total: 300, elapsedMs: 60_000 }, undefined],
  [{ done: 10, total: 300, elapsedMs: 0 }, undefined],
])("the rest of %j takes %j minutes", (progress, minutes) => {
  expect(minutesLeft(progress)).toBe(minutes);
});
