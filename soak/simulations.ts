import { createDatabase } from "../scripts/embedded-postgres";
import { databaseUrl, prepare } from "../test/postgres";
import { testEnvironment } from "../test/test-environment";
import type { Figure } from "./figures";
import type { Finding } from "./oracle";
import type { Run } from "./simulation";

const SEEDS = 2_000;

/** Many simulated lives, each from a seed of its own; `--seed S` replays one. */
export async function proveBySimulation(options: Record<string, string>): Promise<Figure[]> {
  Object.assign(process.env, testEnvironment());
  const server = await prepare();
  try {
    await createDatabase(server.adminUrl, "soak", server.template);
    process.env.DATABASE_URL = databaseUrl(server.adminUrl, "soak");
    // Whatever these load reads the environment.
    const { SimulatedWorld } = await import("./world");
    const { simulate } = await import("./simulation");
    const { db } = await import("../lib/core/db");
    const world = await SimulatedWorld.start();
    const first = Number(options.seed ?? 1);
    const count = options.seed && !options.seeds ? 1 : Number(options.seeds ?? SEEDS);
    const runs: Run[] = [];
    for (let seed = first; seed < first + count; seed += 1) {
      const startedAt = performance.now();
      const run = await simulate(world, seed);
      runs.push(run);
      tell(run, (performance.now() - startedAt) / 1_000);
    }
    await world.stop();
    await db.$disconnect();
    return figuresOf(runs);
  } finally {
    await server.stop();
  }
}

function tell({ seed, days, jobs, faults, deaths, invoices, payments, findings, story }: Run, seconds: number): void {
  const did = `${days} days, ${jobs} jobs, ${faults} faults, ${deaths} deaths, ${invoices} invoices, ${payments} payments`;
  console.log(`seed ${seed}: ${did} in ${seconds.toFixed(1)} s${findings.length > 0 ? "  BROKEN" : ""}`);
  if (findings.length === 0) return;
  for (const { kind, text } of findings) console.log(`  ${kind}: ${text}`);
  console.log(`  the story: ${story}\n  replay it: npm run soak -- simulation --seed ${seed}`);
}

function figuresOf(runs: Run[]): Figure[] {
  const sum = (of: (run: Run) => number) => runs.reduce((total, run) => total + of(run), 0);
  const found = (kind: Finding["kind"]) => ({
    value: sum((run) => run.findings.filter((finding) => finding.kind === kind).length),
    bound: { atMost: 0 },
  });
  return [
    { name: "seeds", value: runs.length },
    { name: "simulated days", value: sum((run) => run.days) },
    { name: "jobs", value: sum((run) => run.jobs) },
    { name: "invoices", value: sum((run) => run.invoices) },
    { name: "payments", value: sum((run) => run.payments) },
    { name: "faults", value: sum((run) => run.faults) },
    { name: "deaths at a provider call", value: sum((run) => run.deaths) },
    { name: "double collections", ...found("double") },
    { name: "lost collections", ...found("lost") },
    { name: "wrong amounts or days", ...found("wrong") },
    { name: "sums off", ...found("sum") },
    { name: "mails twice", ...found("mail") },
    { name: "runs that broke off", ...found("broken") },
  ];
}
