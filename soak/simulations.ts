import { type ChildProcess, fork } from "node:child_process";
import { createDatabase } from "../scripts/embedded-postgres";
import { databaseUrl, prepare } from "../test/postgres";
import { testEnvironment } from "../test/test-environment";
import type { Run } from "./lives/simulation";
import { tallyOf } from "./oracle/oracle";
import type { Proof, Tally } from "./tally";

const SEEDS = 2_000;
/** More than there are cores: each waits for its database half of the time. */
const BESIDE = 4;

/** Somebody ends this run: the lives under way are not counted. */
let isCutOff = false;

/** What a process that lives lives for us answers to each seed that it was sent. */
export interface Lived {
  run: Run;
  seconds: number;
  /** Of them, those in which the process computed. */
  busy: number;
}

/**
 * Many simulated lives, each from a seed of its own: `--from S --count N`. Several processes live them side by side, each
 * on a database of its own that is copied from one template. `--minutes M` begins none later; it then says where to go on.
 * A life begins today, or `--on` another day.
 */
export const proveBySimulations: Proof = async (options, keep) => {
  const first = Number(options.from ?? 1);
  const beyond = first + Number(options.count ?? SEEDS);
  const endsAt = Date.now() + Number(options.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
  const server = await prepare();
  let next = first;
  // Before whoever stops the database with us: what breaks from then on says nothing about the product.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.prependListener(signal, () => {
      isCutOff = true;
    });
  const take = () => (next < beyond && Date.now() < endsAt && !isCutOff ? next++ : undefined);
  try {
    const names = Array.from({ length: Number(options.beside ?? BESIDE) }, (_, index) => `soak_${index}`);
    // A template is copied by one at a time.
    for (const name of names) await createDatabase(server.adminUrl, name, server.template);
    await Promise.all(names.map((name) => liveOn(databaseUrl(server.adminUrl, name), { take, keep, on: options.on })));
  } finally {
    await server.stop();
  }
  if (next < beyond) console.log(`go on with: npm run soak -- simulations --from ${next} --count ${beyond - next}`);
};

/** One process after the other on one database: if one breaks down, its seed counts as broken and the next one goes on. */
async function liveOn(
  url: string,
  { take, keep, on }: { take: () => number | undefined; keep: (tally: Tally) => void; on?: string },
): Promise<void> {
  let child: ChildProcess | undefined;
  for (let seed = take(); seed !== undefined; seed = take()) {
    child ??= fork("soak/lives/lives.ts", {
      execArgv: ["--import", "tsx"],
      // As in operation: what libraries do for developers costs a third of the time.
      env: { ...process.env, ...testEnvironment(), NODE_ENV: "production", DATABASE_URL: url },
    });
    const lived = await ask(child, { seed, on });
    if (isCutOff) return;
    if (lived) tell(lived);
    else console.log(`seed ${seed}: its process ended  BROKEN`);
    keep(lived ? tallyOfRun(lived.run) : { seeds: 1, "runs that broke off": 1 });
    if (!lived) child = undefined;
  }
  if (!child) return;
  const ended = new Promise((resolve) => child?.once("exit", resolve));
  child.disconnect();
  await ended;
}

/** @returns undefined if the process ended before it had an answer */
function ask(child: ChildProcess, life: { seed: number; on?: string }): Promise<Lived | undefined> {
  return new Promise((resolve) => {
    const gone = () => resolve(undefined);
    child.once("exit", gone);
    child.once("message", (lived) => {
      child.off("exit", gone);
      resolve(lived as Lived);
    });
    child.send(life);
  });
}

function tell({ run, seconds, busy }: Lived): void {
  const { seed, on, days, fairDays, jobs, faults, deaths, invoices, payments, findings, story } = run;
  const did = `${days} days (${fairDays} fair before the end), ${jobs} jobs, ${faults} faults, ${deaths} deaths, ${invoices} invoices, ${payments} payments`;
  console.log(
    `seed ${seed}: ${did} in ${seconds.toFixed(1)} s (${busy.toFixed(1)} busy)${findings.length > 0 ? "  BROKEN" : ""}`,
  );
  if (findings.length === 0) return;
  for (const { kind, text } of findings) console.log(`  ${kind}: ${text}`);
  console.log(`  the story: ${story}\n  replay it: npm run soak -- simulations --from ${seed} --count 1 --on ${on}`);
}

function tallyOfRun({
  days,
  faults,
  deaths,
  invoices,
  payments,
  webhooks,
  acts,
  fates,
  findings,
  calls,
  struck,
}: Run): Tally {
  return {
    seeds: 1,
    "simulated days": days,
    "invoices simulated": invoices,
    payments,
    faults: faults + deaths,
    ...tallyOf(findings),
    webhooks,
    acts,
    fates,
    calls,
    struck,
  };
}
