import { expect, test } from "vitest";
import { addressOf } from "./caller";

const REAL = "203.0.113.7";

test.each([
  [REAL, 1, REAL],
  ["198.51.100.1, 203.0.113.7", 1, REAL],
  ["made-up, made-up-too, 203.0.113.7", 1, REAL],
  ["made-up, 203.0.113.7,10.0.0.2", 2, REAL],
  ["203.0.113.7", 2, "unknown"],
  ["made-up, ", 1, "unknown"],
  ["", 1, "unknown"],
  [null, 1, "unknown"],
  ["made-up, ::FFFF:203.0.113.7", 1, REAL],
  ["made-up, 2001:DB8:0::1%eth0", 1, "2001:db8::1"],
])("X-Forwarded-For %j behind %i of our proxies gives the caller's address %s", (forwardedFor, proxies, address) => {
  expect(addressOf(forwardedFor, proxies)).toBe(address);
});
