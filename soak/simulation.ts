import fc from "fast-check";
import { refreshClock, today } from "@/lib/core/clock";
import { db } from "@/lib/core/db";
import { commands, everybodySigns, type Story } from "./commands";
import { type Finding, judge } from "./oracle";
import { Stage } from "./stage";
import { SimulatedSupplier } from "./supplier";
import type { SimulatedWorld } from "./world";

/** After the story: long enough that every debit, and every try that follows on a return, has come to its end. */
const QUIET_DAYS = 50;

export interface Run {
  seed: number;
  days: number;
  jobs: number;
  faults: number;
  deaths: number;
  invoices: number;
  payments: number;
  /** Calls to vendors, and those with the kind of fault that they have met. */
  calls: string[];
  struck: string[];
  /** What the oracle objects to, and the story that led there; empty if all is in order. */
  findings: Finding[];
  story: string;
}

/** One simulated life, the same for the same seed. */
export async function simulate(world: SimulatedWorld, seed: number): Promise<Run> {
  const run: Run = {
    seed,
    days: 0,
    jobs: 0,
    faults: 0,
    deaths: 0,
    invoices: 0,
    payments: 0,
    calls: [],
    struck: [],
    findings: [],
    story: "",
  };
  const property = fc.asyncProperty(commands, async (steps) => {
    await forgetEverything();
    await world.reset(seed);
    const stage = new Stage(world, await SimulatedSupplier.connect(), seed);
    const model: Story = { invoices: [] };
    await stage.settle();
    try {
      await fc.asyncModelRun(() => ({ model, real: stage }), steps);
    } finally {
      run.story = String(steps);
    }
    await quieten(stage, model);
    const ledger = await world.ledger();
    run.days += stage.days;
    run.jobs += stage.line.done;
    run.faults += world.weather.faults;
    run.deaths += world.weather.deaths;
    run.invoices += model.invoices.length;
    run.payments += ledger.gocardless.payments.length;
    run.calls = [...world.weather.called];
    run.struck = [...world.weather.struck];
    run.findings = judge(ledger, model, today());
    return run.findings.length === 0;
  });
  const result = await fc.check(property, { seed, numRuns: 1, endOnFailure: true, unbiased: true });
  const { errorInstance } = result;
  if (errorInstance && run.findings.length === 0) {
    const text =
      errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance);
    run.findings = [{ kind: "broken", text }];
  }
  return run;
}

/** Fair weather; the connections stand, everybody signs, and the days go by until nothing moves any more. */
async function quieten(stage: Stage, story: Story): Promise<void> {
  stage.world.weather.calm();
  stage.disorder = 0;
  await stage.supplier.reconnect();
  await stage.settle();
  await stage.passDay();
  await stage.settle();
  await everybodySigns(stage, story);
  for (let day = 0; day < QUIET_DAYS; day += 1) {
    await stage.passDay();
    if (day % 6 === 0) await stage.settle();
  }
  await stage.settle();
}

/** An empty database: of a life before nothing is left but the migrations and the queues. */
async function forgetEverything(): Promise<void> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`;
  await db.$executeRawUnsafe(`TRUNCATE ${tables.map(({ name }) => `"${name}"`).join(", ")}`);
  await db.$executeRaw`DELETE FROM pgboss.job`;
  await refreshClock(0);
}
