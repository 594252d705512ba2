import { type ChildProcess, fork } from "node:child_process";
import { createDatabase } from "../scripts/embedded-postgres";
import { databaseUrl, prepare } from "../test/postgres";
import { testEnvironment } from "../test/test-environment";
import type { Run } from "./lives/simulation";
import { tallyOf } from "./oracle/oracle";
import type { Proof, Tally } from "./tally";

const SEEDS = 2_000;
/** More processes than cores: each waits for its database half of the time. */
const BESIDE = 4;

/** True once the run is being aborted: the runs in progress are not counted. */
let isCutOff = false;

/** What a child process answers to each seed that it was sent. */
export interface Lived {
  run: Run;
  seconds: number;
  /** How many seconds of these the process computed. */
  busy: number;
}

/**
 * Simulates many suppliers, each from its own seed: `--from S --count N`. Several processes work in parallel, each on
 * its own database, copied from one template. After `--minutes M` no run begins any more, and the command prints how to
 * continue. A run begins today, or on the day of `--on`.
 */
export const proveBySimulations: Proof = async (options, keep) => {
  const first = Number(options.from ?? 1);
  const beyond = first + Number(options.count ?? SEEDS);
  const endsAt = Date.now() + Number(options.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
  const server = await prepare();
  let next = first;
  // Registered before the handler that stops the database: failures after that say nothing about the product.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.prependListener(signal, () => {
      isCutOff = true;
    });
  const take = () => (next < beyond && Date.now() < endsAt && !isCutOff ? next++ : undefined);
  try {
    const names = Array.from({ length: Number(options.beside ?? BESIDE) }, (_, index) => `soak_${index}`);
    // PostgreSQL allows one copy of a template at a time.
    for (const name of names) await createDatabase(server.adminUrl, name, server.template);
    await Promise.all(names.map((name) => liveOn(databaseUrl(server.adminUrl, name), { take, keep, on: options.on })));
  } finally {
    await server.stop();
  }
  if (next < beyond) console.log(`continue with: npm run soak -- simulations --from ${next} --count ${beyond - next}`);
};

/**
 * Works off seeds on one database. If a process ends unexpectedly, its seed counts as broken and a new process
 * continues.
 */
async function liveOn(
  url: string,
  { take, keep, on }: { take: () => number | undefined; keep: (tally: Tally) => void; on?: string },
): Promise<void> {
  let child: ChildProcess | undefined;
  for (let seed = take(); seed !== undefined; seed = take()) {
    child ??= fork("soak/lives/lives.ts", {
      execArgv: ["--import", "tsx"],
      // As in production: what libraries do in development mode costs a third of the time.
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

/** @returns undefined if the process ended before it answered */
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
