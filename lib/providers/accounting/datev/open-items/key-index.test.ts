import { expect, test } from "vitest";
import { KeyIndex } from "./key-index";

test("half a million similar keys are numbered in order of arrival, without a collision", () => {
  const count = 500_000;
  const index = new KeyIndex(count);
  const keyOf = (i: number) => `${10_000 + (i % 50_000)}/RE-${i}`;
  for (let i = 0; i < count; i += 1)
    if (index.numberOf(keyOf(i)) !== i) throw new Error(`${keyOf(i)} is taken for another`);
  for (let i = 0; i < count; i += 1) if (index.numberOf(keyOf(i)) !== i) throw new Error(`${keyOf(i)} is lost`);
  expect(index.count).toBe(count);
  // There is room for one key per row, and no more.
  expect(() => index.numberOf("10000/another")).toThrow("more keys than rows");
});
