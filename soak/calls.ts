import { testEnvironment } from "../test/test-environment";
import type { Told } from "./calls/lanes";
import type { Proof, Tally } from "./tally";

/**
 * Injects every kind of fault into every call to a vendor, one at a time. Each method of each port runs in an account
 * of its own at the vendor's twin. One of its calls meets the fault, and the step is repeated as the product repeats
 * it. The method must report the outcome correctly and in time, and every effect must exist once at the vendor. `--only
 * words` runs the scenarios that have these words in their names.
 */
export const proveByCalls: Proof = async ({ only }, keep) => {
  Object.assign(process.env, testEnvironment());
  const { proveAll, unproven } = await import("./calls/lanes");
  const { CallWorld } = await import("./calls/world");
  const world = await CallWorld.start();
  try {
    const missing = unproven();
    for (const method of missing) console.log(`  ${method} is used by no scenario, or is no longer there`);
    keep({ "calls gone wrong": missing.length });
    await proveAll(world, { isMeeting: () => true, words: only }, (told) => {
      tell(told);
      keep(tallyOf(told));
    });
  } finally {
    await world.stop();
  }
};

function tell({ name, calls, faults, findings, seconds }: Told): void {
  const asked = calls.map((call) => call.slice(call.indexOf(" ") + 1)).join(", ") || "no call";
  console.log(
    `· ${name}: ${asked}; ${faults} faults in ${seconds.toFixed(1)} s${findings.length > 0 ? "  BROKEN" : ""}`,
  );
  for (const { place, text } of findings) console.log(`  ${place}: ${text}`);
}

function tallyOf({ calls, struck, faults, findings }: Told): Tally {
  const twice = findings.filter(({ isTwice }) => isTwice).length;
  return { faults, "effects twice": twice, "calls gone wrong": findings.length - twice, calls, struck };
}
