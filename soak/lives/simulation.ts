import fc from "fast-check";
import { today } from "@/lib/core/time/clock";
import type { Day } from "@/lib/core/time/dates";
import { withDocuments } from "../oracle/documents";
import { type Finding, fatesOf, judge } from "../oracle/oracle";
import { emptyStory, type Story } from "../oracle/story";
import { clearUp, commands, everybodySigns, fairCommands } from "./commands";
import { JobTable } from "./job-table";
import { Stage } from "./stage";
import { standingFindings } from "./standing";
import { type BookSystem, SimulatedSupplier } from "./supplier";
import type { SimulatedWorld } from "./world";

/** Days after the last event: enough that every payment, and every retry after a return, reaches its end. */
const QUIET_DAYS = 50;
/** How many days pass at once; twice as many if nothing changed. */
const STRIDE_DAYS = 5;

/** Share of the rare calls that meet a fault until the faults are lifted. */
const SELDOM_PART = 0.4;

export interface Run {
  seed: number;
  /** The day on which the run began. */
  on: Day;
  days: number;
  /** How many days before the final clean-up were fault-free: the product could do all its work. */
  fairDays: number;
  jobs: number;
  faults: number;
  deaths: number;
  invoices: number;
  payments: number;
  /** See `WebhookPost`. */
  webhooks: Record<string, number>;
  /** How often people did each thing, and how the invoices ended. */
  acts: Record<string, number>;
  fates: Record<string, number>;
  /** Calls to vendors, and calls with the kind of fault that was injected. */
  calls: string[];
  struck: string[];
  /** The checker's findings, empty if all is in order, and the event log that led there. */
  findings: Finding[];
  story: string;
}

/**
 * Simulates one supplier. The same seed on the same day gives the same run.
 *
 * @param on the day on which the run begins; default today
 */
export async function simulate(world: SimulatedWorld, seed: number, on?: Day): Promise<Run> {
  const run: Run = {
    seed,
    on: "",
    days: 0,
    fairDays: 0,
    jobs: 0,
    faults: 0,
    deaths: 0,
    invoices: 0,
    payments: 0,
    webhooks: {},
    acts: {},
    fates: {},
    calls: [],
    struck: [],
    findings: [],
    story: "",
  };
  const table = new JobTable();
  const property = fc.asyncProperty(commands, fairCommands, async (steps, fairSteps) => {
    await table.forgetEverything();
    await world.reset(seed, on);
    run.on = today();
    const stage = new Stage(world, await SimulatedSupplier.connect(systemOf(seed)), table, seed);
    const isBooked = stage.supplier.system !== "EINVOICE";
    const model: Story = { ...emptyStory(), isBooked, fairDays: stage.fairDays };
    await stage.settle();
    world.weather.seldomPart = SELDOM_PART;
    try {
      await fc.asyncModelRun(() => ({ model, real: stage }), steps);
      await brighten(stage, model);
      await fc.asyncModelRun(() => ({ model, real: stage }), fairSteps);
    } finally {
      run.story = `${steps}\n  and when all was in order: ${fairSteps}`;
    }
    run.fairDays = stage.fairDays.length;
    await quieten(stage, model);
    const told = await world.ledger();
    const ledger = isBooked ? told : withDocuments(told, model);
    run.days += stage.days;
    run.jobs += stage.line.done;
    run.faults += world.weather.faults;
    run.deaths += world.weather.deaths;
    run.invoices += model.invoices.length;
    run.payments += ledger.gocardless.payments.length;
    run.webhooks = stage.post.fates;
    run.acts = stage.acts;
    run.fates = fatesOf(ledger, model, today());
    run.calls = [...world.weather.called];
    run.struck = [...world.weather.struck];
    const { customerId } = stage.supplier.seeded;
    run.findings = [...judge(ledger, model, today()), ...(await standingFindings(customerId))];
    if (run.findings.length > 0) run.story += `\n  the product: ${await stage.supplier.knowledge()}`;
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

/** Every fifth supplier collects its own e-invoices, the others use Lexware Office. */
function systemOf(seed: number): BookSystem {
  return seed % 5 === 0 ? "EINVOICE" : "LEXOFFICE";
}

/** Stops the faults and removes every obstacle. */
async function brighten(stage: Stage, story: Story): Promise<void> {
  stage.world.weather.calm();
  stage.post.calm();
  await clearUp(stage, story);
  await stage.settle();
  await live(stage, 1);
  await everybodySigns(stage, story);
}

async function live(stage: Stage, days: number): Promise<void> {
  await stage.passDays(days);
  await stage.settle();
  if (await stage.supplier.reconnect()) await stage.settle();
}

/**
 * Everybody who is asked signs, and days pass until nothing moves any more. Lost connections are connected again: some
 * ended without notice, which only the next call reveals.
 */
async function quieten(stage: Stage, story: Story): Promise<void> {
  await stage.settle();
  let [told, stride] = ["", STRIDE_DAYS];
  for (let left = QUIET_DAYS; left > 0; ) {
    // A payer is asked again after a return. A signature at the very end would come too late for the product to act.
    if (left > QUIET_DAYS / 2) await everybodySigns(stage, story);
    await live(stage, stride);
    left -= stride;
    const tells = JSON.stringify(await stage.world.ledger());
    stride = tells === told ? 2 * stride : STRIDE_DAYS;
    told = tells;
  }
}
