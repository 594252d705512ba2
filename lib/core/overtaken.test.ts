import { expect, test } from "vitest";
import { Overtaken, untilNewest } from "./overtaken";

/** Is overtaken so many times, and then is not. */
function overtaken(times: number) {
  let tries = 0;
  return async () => {
    tries += 1;
    if (tries <= times) throw new Overtaken("stored meanwhile");
    return tries;
  };
}

test("what was overtaken is read again, and gives up when it is every time", async () => {
  expect(await untilNewest(overtaken(0))).toBe(1);
  expect(await untilNewest(overtaken(2))).toBe(3);
  await expect(untilNewest(overtaken(3))).rejects.toThrow(Overtaken);
});

test("any other failure is told at once", async () => {
  let tries = 0;
  const failing = async () => {
    tries += 1;
    throw new Error("away");
  };
  await expect(untilNewest(failing)).rejects.toThrow("away");
  expect(tries).toBe(1);
});
