import fc from "fast-check";
import { today } from "@/lib/core/clock";
import { commands, everybodySigns, type Story } from "./commands";
import { JobTable } from "./job-table";
import { type Finding, judge } from "./oracle";
import { Stage } from "./stage";
import { SimulatedSupplier } from "./supplier";
import type { SimulatedWorld } from "./world";

/** After the story: long enough that every debit, and every try that follows on a return, has come to its end. */
const QUIET_DAYS = 50;
/** So many of them pass at once; when nothing has moved, twice as many. */
const STRIDE_DAYS = 5;

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
  const table = new JobTable();
  const property = fc.asyncProperty(commands, async (steps) => {
    await table.forgetEverything();
    await world.reset(seed);
    const stage = new Stage(world, await SimulatedSupplier.connect(), table, seed);
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
  const result = await fc
    .check(property, { seed, numRuns: 1, endOnFailure: true, unbiased: true })
    .finally(() => table.close());
  const { errorInstance } = result;
  if (errorInstance && run.findings.length === 0) {
    const text =
      errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance);
    run.findings = [{ kind: "broken", text }];
  }
  return run;
}

/**
 * Fair weather; everybody signs, and the days go by until nothing moves any more. Whoever reads that a connection is lost
 * connects it again: some have been ended without a word, which is seen with the next call only.
 */
async function quieten(stage: Stage, story: Story): Promise<void> {
  stage.world.weather.calm();
  stage.disorder = 0;
  const live = async (days: number) => {
    await stage.passDays(days);
    await stage.settle();
    await stage.supplier.reconnect();
    await stage.settle();
  };
  await stage.settle();
  await live(1);
  await everybodySigns(stage, story);
  let [told, stride] = ["", STRIDE_DAYS];
  for (let left = QUIET_DAYS; left > 0; ) {
    await live(stride);
    left -= stride;
    const tells = JSON.stringify(await stage.world.ledger());
    stride = tells === told ? 2 * stride : STRIDE_DAYS;
    told = tells;
  }
}
