import { afterAll, expect, test } from "vitest";
import { proveAll, unproven } from "./calls/lanes";
import type { Finding } from "./calls/rounds";
import { CallWorld } from "./calls/world";

const world = await CallWorld.start();
afterAll(() => world.stop());

/**
 * The short form of `npm run soak -- calls`: what writes at a vendor, cut off before the work and after it, and refused
 * after it. Stripe's client waits before it repeats what was cut off before the work, or refused.
 */
function isMeeting(place: string, kind: string): boolean {
  if (place.includes(" GET ")) return false;
  return kind === "malformed-json" || (["reset", "status-504-after"].includes(kind) && !place.startsWith("stripe"));
}

/** A limit, not a wait: several hundred calls. */
const LIMIT_MS = 400_000;

test("every method of every port is proven", () => {
  expect(unproven()).toEqual([]);
});

test(
  "whatever writes at a vendor tells truly what became of it, and leaves its effect once",
  async () => {
    const findings: Finding[] = [];
    await proveAll(world, { isMeeting }, (told) => findings.push(...told.findings));
    expect(findings).toEqual([]);
  },
  LIMIT_MS,
);
