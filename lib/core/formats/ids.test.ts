import { afterEach, expect, test, vi } from "vitest";
import { newId } from "./ids";

afterEach(() => {
  vi.useRealTimers();
});

test("an id has the prefix of its kind and 26 characters of Crockford's alphabet", () => {
  expect(newId("invoice")).toMatch(/^inv_[0-9a-hjkmnp-tv-z]{26}$/);
  expect(newId("customer")).toMatch(/^cus_/);
  expect(newId("collection")).toMatch(/^col_/);
  expect(newId("payout")).toMatch(/^pay_/);
});

test("ids sort by the time of their creation", () => {
  vi.useFakeTimers();
  const instants = [
    0,
    31,
    32,
    1_023,
    1_600_000_000_000,
    1_600_000_000_001,
    Date.UTC(2026, 8, 15),
    Date.UTC(2300, 0, 1),
  ];
  const ids = instants.map((at) => {
    vi.setSystemTime(at);
    return newId("event");
  });
  expect([...ids].sort()).toEqual(ids);
});

test("ids of the same millisecond differ", () => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  expect(new Set(Array.from({ length: 2_000 }, () => newId("mail"))).size).toBe(2_000);
});
