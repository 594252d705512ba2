import { testEnvironment } from "../test/test-environment";
import type { Told } from "./calls/lanes";
import type { Proof, Tally } from "./tally";

/**
 * Every kind of fault at every call to a vendor, one at a time: each method of each port is used in an account of its own at
 * the vendor's twin, one call of it meets the fault, and the step is done again as the product does it. It has to tell truly
 * what became of it, within its time, and in the end each of its effects stands at the vendor once. `--only words` takes the
 * scenarios that have these words in their names.
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
