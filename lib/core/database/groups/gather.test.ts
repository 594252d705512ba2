import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "vitest";
import { forgetGroups, gathered } from "./gather";

/** Doubles numbers, notes the groups, and refuses a group with a negative number. */
function doubling(options?: Parameters<typeof gathered>[1]) {
  const groups: [string, number[]][] = [];
  const double = gathered(async (key: string, items: number[]) => {
    groups.push([key, items]);
    await new Promise((resolve) => setImmediate(resolve));
    if (items.some((item) => item < 0)) throw new Error("negative");
    return items.map((item) => item * 2);
  }, options);
  return { double, groups };
}

test("calls of one turn run together, and each gets its own result", async () => {
  const { double, groups } = doubling();
  expect(await Promise.all([1, 2, 3].map((item) => double("a", item)))).toEqual([2, 4, 6]);
  expect(groups).toEqual([["a", [1, 2, 3]]]);
});

test("calls of different keys never share a group", async () => {
  const { double, groups } = doubling();
  expect(await Promise.all([double("a", 1), double("b", 2)])).toEqual([2, 4]);
  expect(groups).toEqual([
    ["a", [1]],
    ["b", [2]],
  ]);
});

test("calls that come while a group runs form the next one", async () => {
  const { double, groups } = doubling();
  const first = double("a", 1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await Promise.all([first, double("a", 2), double("a", 3)])).toEqual([2, 4, 6]);
  expect(groups).toEqual([
    ["a", [1]],
    ["a", [2, 3]],
  ]);
});

test("an error concerns only the call that caused it", async () => {
  const { double } = doubling();
  const results = await Promise.allSettled([double("a", 1), double("a", -1), double("a", 3)]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

test("an error concerns all calls of a group that must not be repeated", async () => {
  const { double, groups } = doubling({ isRepeatable: false });
  const results = await Promise.allSettled([double("a", 1), double("a", -1)]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(groups).toHaveLength(1);
});

test("a group that hangs does not hold up those after it", async () => {
  const wait = gathered((_key: string, items: string[]) =>
    items.includes("hangs") ? new Promise<string[]>(() => {}) : Promise.resolve(items),
  );
  void wait("a", "hangs");
  await new Promise((resolve) => setImmediate(resolve));
  expect(await Promise.all(["b", "c"].map((item) => wait("a", item)))).toEqual(["b", "c"]);
});

test("each group runs in the context of its own callers", async () => {
  const scope = new AsyncLocalStorage<string>();
  const read = gathered(async (_key: string, items: number[]) => items.map(() => scope.getStore()));
  const first = scope.run("one", () => read("a", 1));
  await new Promise((resolve) => setImmediate(resolve));
  expect(await Promise.all([first, scope.run("two", () => read("a", 2))])).toEqual(["one", "two"]);
});

test("a process that has just started knows no groups", async () => {
  const wait = gathered((_key: string, items: string[]) =>
    items.includes("hangs") ? new Promise<string[]>(() => {}) : Promise.resolve(items),
  );
  void wait("a", "hangs");
  void wait("a", "also");
  forgetGroups();
  expect(await wait("a", "b")).toBe("b");
});

test("a group has at most the given size", async () => {
  const { double, groups } = doubling({ mostAtOnce: 2 });
  await Promise.all([1, 2, 3].map((item) => double("a", item)));
  expect(groups.map(([, items]) => items)).toEqual([[1, 2], [3]]);
});
