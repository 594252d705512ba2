import { expect, test } from "vitest";
import { ProviderError } from "@/lib/core/web/provider-error";
import { jsonOf, orUndefined } from "./reading";

test("orUndefined turns not_found into undefined and rethrows every other error", async () => {
  expect(await orUndefined(Promise.resolve("there"))).toBe("there");
  expect(await orUndefined(Promise.reject(new ProviderError("not_found", "gone")))).toBeUndefined();
  for (const error of [new ProviderError("forbidden", "not ours"), new Error("not_found")])
    await expect(orUndefined(Promise.reject(error))).rejects.toBe(error);
});

test.each([
  ['{"a":[1]}', { a: [1] }],
  ["null", null],
  ["", undefined],
  ["<html>maintenance</html>", undefined],
  ['{"a":', undefined],
])("jsonOf(%j) returns %j", (text, value) => {
  expect(jsonOf(text)).toEqual(value);
});
