import { parseArgs } from "node:util";
import { prepare } from "../test/postgres";
import { copyOfTree, requireTypes, weaken } from "./copy";
import { runJourneys } from "./journeys";
import { type Result, writeReport } from "./report";
import { type Entry, entries, topics } from "./table";
import { startWarmTests, whyMissed } from "./warm-tests";
import type { Answer } from "./warm-vitest";
import { type Tier, titleOf } from "./weakening";

/** Files that create the database which all test files copy: the filled template lacks such a weakening. */
const FILLS_DATABASE = /^(prisma\/migrations\/|lib\/jobs\/(queue|tables))/;

/**
 * `npm run weaken [-- topic …] [--only text] [--write]`: makes one small fault at a time in a copy of the product and
 * runs the gate's test that must notice it. Ends with 1 if a weakening was not noticed, or only by a crash. `--only` is
 * a part of a line of the table: tier, name, file of the product or of the test; several
 * of them select more lines. `--write` stores the results in
 * docs/weakenings.md.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", multiple: true }, write: { type: "boolean" } },
});
const unknown = positionals.filter((name) => !topics.includes(name));
if (unknown.length > 0) {
  console.error(`No topic: ${unknown.join(", ")}. There are ${topics.join(", ")}`);
  process.exit(2);
}
const textOf = ({ topic, name, file, noticedBy }: Entry) =>
  `${noticedBy.tier} ${topic}: ${name} (${file}, ${noticedBy.file}: ${noticedBy.test})`;
const chosen = entries.filter(
  (entry) =>
    (positionals.length === 0 || positionals.includes(entry.topic)) &&
    (values.only ?? [""]).some((text) => textOf(entry).includes(text)),
);
if (chosen.length === 0) {
  console.error("No weakening has that text");
  process.exit(2);
}

const startedAt = performance.now();
const secondsSince = (start: number) => (performance.now() - start) / 1_000;
const results: Result[] = [];
const copy = copyOfTree();
try {
  requireTypes(copy.folder, chosen);
  await tryTier("unit", {});
  const stored = chosen.filter(({ noticedBy: { tier } }) => tier === "db" || tier === "contract");
  if (stored.length > 0) await tryOnPostgres();
  await tryJourneys();
} finally {
  copy.remove();
}
const missed = results.filter((result) => result.missed);
if (values.write) writeReport(results, entries);
console.log(
  `\n${results.length - missed.length} of ${results.length} noticed, in ${Math.round(secondsSince(startedAt))} s`,
);
process.exit(missed.length === 0 ? 0 : 1);

/** Runs the tiers whose test files all copy one database that was filled once. */
async function tryOnPostgres(): Promise<void> {
  const server = await prepare();
  const env = { TEST_DATABASE_URL: server.adminUrl, TEST_DATABASE_TEMPLATE: server.template };
  try {
    await tryTier("db", env);
    await tryTier("contract", env);
  } finally {
    await server.stop();
  }
}

async function tryTier(tier: Exclude<Tier, "e2e">, env: Record<string, string>): Promise<void> {
  const some = chosen.filter(({ noticedBy }) => noticedBy.tier === tier);
  if (some.length === 0) return;
  const tests = startWarmTests(copy.folder, tier, env);
  try {
    assertHonest(await tests.run(some, [], true), some);
    console.log(`${tier}: the tests pass in the honest copy, after ${Math.round(secondsSince(startedAt))} s`);
    let before: string[] = [];
    for (const entry of some) {
      const start = performance.now();
      const restore = weaken(copy.folder, entry);
      const answer = FILLS_DATABASE.test(entry.file)
        ? await runOnNewDatabase(entry, tier, env)
        : await tests.run([entry], [...before, entry.file]);
      restore();
      before = [entry.file];
      tell({ entry, seconds: secondsSince(start), missed: whyMissed(entry, answer) });
    }
  } finally {
    await tests.stop();
  }
}

async function runOnNewDatabase(entry: Entry, tier: Exclude<Tier, "e2e">, env: Record<string, string>) {
  const { TEST_DATABASE_TEMPLATE: _filled, ...server } = env;
  const tests = startWarmTests(copy.folder, tier, server);
  try {
    return await tests.run([entry], []);
  } finally {
    await tests.stop();
  }
}

/**
 * Applies all weakenings that only a browser notices together, because a build takes minutes. Each weakening has a test
 * of its own; other tests, which must pass, show that the stack works.
 */
async function tryJourneys(): Promise<void> {
  const some = chosen.filter(({ noticedBy }) => noticedBy.tier === "e2e");
  if (some.length === 0) return;
  assertHonest(await runJourneys(copy.folder, some), some);
  const start = performance.now();
  const restores = some.map((entry) => weaken(copy.folder, entry));
  const answer = await runJourneys(copy.folder, some);
  for (const restore of restores.reverse()) restore();
  const works = answer.outcomes.some(({ state }) => state === "passed");
  const seconds = secondsSince(start);
  for (const entry of some)
    tell({ entry, seconds, missed: works ? whyMissed(entry, answer) : "only a crash: no journey passes" });
}

/** @throws Error if a named test fails without any weakening, or does not exist */
function assertHonest({ outcomes, failures }: Answer, some: Entry[]): void {
  const failed = outcomes.filter(({ state }) => state === "failed").map(({ title }) => title);
  const wrong = [...failed, ...failures];
  if (wrong.length > 0) throw new Error(`These fail without any weakening: ${wrong.join("; ")}`);
  const passed = outcomes.filter(({ state }) => state === "passed");
  const unseen = some.filter(({ noticedBy }) => !passed.some(({ title }) => titleOf(noticedBy.test).test(title)));
  const named = unseen.map(({ noticedBy }) => `${noticedBy.file}: ${noticedBy.test}`);
  if (unseen.length > 0) throw new Error(`No such test: ${named.join("; ")}`);
}

function tell(result: Result): void {
  results.push(result);
  const { entry, seconds, missed: why } = result;
  console.log(
    `${why ? "MISSED " : "noticed"}  ${seconds.toFixed(1).padStart(5)} s  ${textOf(entry)}${why ? `\n         ${why}` : ""}`,
  );
}
