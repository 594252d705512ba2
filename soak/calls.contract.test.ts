import { afterAll, expect, test } from "vitest";
import { proveAll, unproven } from "./calls/lanes";
import type { Finding } from "./calls/rounds";
import { CallWorld } from "./calls/world";

const world = await CallWorld.start();
afterAll(() => world.stop());

/**
 * The short form of `npm run soak -- calls`: calls that write at a vendor, cut off before and after the work, or
 * refused after it. Stripe's client waits before it repeats a call that was cut off before the work or refused, so
 * Stripe gets fewer kinds.
 */
function isMeeting(place: string, kind: string): boolean {
  if (place.includes(" GET ")) return false;
  return kind === "malformed-json" || (["reset", "status-504-after"].includes(kind) && !place.startsWith("stripe"));
}

/** A limit, not a wait: several hundred calls. */
const LIMIT_MS = 400_000;

test("every method of every port has a scenario", () => {
  expect(unproven()).toEqual([]);
});

test(
  "every call that writes at a vendor reports its outcome correctly and takes effect once",
  async () => {
    const findings: Finding[] = [];
    await proveAll(world, { isMeeting }, (told) => findings.push(...told.findings));
    expect(findings).toEqual([]);
  },
  LIMIT_MS,
);
