import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { prepare } from "../test/postgres";
import { copyOfTree } from "./attacks/copy";
import { runJourneys, runTests, type TestRun } from "./attacks/run-tests";
import { weakenings } from "./attacks/table";
import { type Tier, titleOf, type Weakening } from "./attacks/weakening";
import type { Proof } from "./tally";

/**
 * `npm run soak -- attacks`: weakens a copy of the product by one line at a time, and has the test that is named for it run there: it must fail,
 * as it must pass in the honest copy. What only a browser can see is weakened together, because a build takes minutes:
 * each weakening has a test of its own in it, and the tests beside them, which have to pass, show that the stack stands.
 * `--only` is part of the tier, kind, attack or test's file of those to be tried.
 */
export const proveByAttacks: Proof = async ({ only = "" }, keep) => {
  const chosen = weakenings.filter(({ kind, attack, caughtBy }) =>
    `${caughtBy.tier} ${kind}: ${attack} (${caughtBy.file})`.includes(only),
  );
  const copy = copyOfTree();
  const server = await prepare();
  // One server and one filled database for all that follow: each test file takes a copy of it.
  Object.assign(process.env, { TEST_DATABASE_URL: server.adminUrl, TEST_DATABASE_TEMPLATE: server.template });
  let caught = 0;
  const tell = (one: Weakening, isCaught: boolean) => {
    caught += isCaught ? 1 : 0;
    console.log(`${isCaught ? "caught " : "ESCAPED"}  ${one.kind}: ${one.attack} (${one.caughtBy.file})`);
  };
  try {
    for (const tier of ["unit", "db", "contract"] as const) {
      const ofTier = chosen.filter(({ caughtBy }) => caughtBy.tier === tier);
      await requireHonest(copy.folder, tier, ofTier);
      for (const one of ofTier) {
        const restore = weaken(copy.folder, one);
        tell(one, isCaughtBy(one, await runTests(copy.folder, tier, [one])));
        restore();
      }
    }
    const seen = chosen.filter(({ caughtBy }) => caughtBy.tier === "e2e");
    if (seen.length > 0) assertHonest(await runJourneys(copy.folder, seen), seen);
    const restores = seen.map((one) => weaken(copy.folder, one));
    const run = seen.length > 0 ? await runJourneys(copy.folder, seen) : { passed: [], failed: [] };
    for (const one of seen) tell(one, isCaughtBy(one, run));
    for (const restore of restores.reverse()) restore();
  } finally {
    await server.stop();
    copy.remove();
  }
  keep({ "attacks caught": caught, "attacks missed": chosen.length - caught });
};

/** Before a test may say that it has noticed something, it has to pass where there is nothing. */
async function requireHonest(folder: string, tier: Exclude<Tier, "e2e">, chosen: Weakening[]): Promise<void> {
  if (chosen.length === 0) return;
  assertHonest(await runTests(folder, tier, chosen), chosen);
}

/** @throws Error if a test fails where nothing is weakened, or there is none of that name */
function assertHonest({ passed, failed }: TestRun, chosen: Weakening[]): void {
  if (failed.length > 0) throw new Error(`These fail without any weakening: ${failed.join("; ")}`);
  const unseen = chosen.filter(({ caughtBy }) => !passed.some((title) => titleOf(caughtBy.test).test(title)));
  if (unseen.length > 0) throw new Error(`No such test: ${unseen.map(({ caughtBy }) => caughtBy.test).join("; ")}`);
}

const isCaughtBy = ({ caughtBy }: Weakening, { failed }: TestRun) =>
  failed.some((title) => titleOf(caughtBy.test).test(title));

/** @returns what undoes it */
function weaken(folder: string, { file, search, replace }: Weakening): () => void {
  const path = join(folder, file);
  const honest = readFileSync(path, "utf8");
  if (honest.split(search).length !== 2) throw new Error(`${file}: the line to be weakened does not stand there once`);
  writeFileSync(
    path,
    honest.replace(search, () => replace),
  );
  return () => writeFileSync(path, honest);
}
