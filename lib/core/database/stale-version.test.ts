import { expect, test } from "vitest";
import { StaleVersion, untilNewest } from "./stale-version";

/** Returns a function that reports a stale reading the given number of times, and then succeeds. */
function conflicting(times: number) {
  let tries = 0;
  return async () => {
    tries += 1;
    if (tries <= times) throw new StaleVersion("stored meanwhile");
    return tries;
  };
}

test("untilNewest reads again after a conflict, and throws when every attempt conflicts", async () => {
  expect(await untilNewest(conflicting(0))).toBe(1);
  expect(await untilNewest(conflicting(2))).toBe(3);
  await expect(untilNewest(conflicting(3))).rejects.toThrow(StaleVersion);
});

test("untilNewest throws any other error immediately", async () => {
  let tries = 0;
  const failing = async () => {
    tries += 1;
    throw new Error("away");
  };
  await expect(untilNewest(failing)).rejects.toThrow("away");
  expect(tries).toBe(1);
});
