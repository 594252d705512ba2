import { setTimeout as wait } from "node:timers/promises";
import { CALL_FAULTS } from "../sandbox/kit/faults";
import { Chance } from "./chance";
import * as kinds from "./crashes/crash-kinds";
import { untilRecovered } from "./crashes/crash-probe";
import { provocationOf } from "./crashes/crash-provocations";
import { killAtStep, nameOf, requestsOf, type Step, StepBag } from "./crashes/crash-steps";
import { CrashWriter } from "./crashes/crash-writer";
import { call, withInstallation } from "./crashes/installation";
import type { Place } from "./crashes/place";
import { CRASHES, type Struck } from "./crashes/strikes";
import { placeOf } from "./lives/weather";
import { type Finding, tallyOf } from "./oracle/oracle";
import type { Story } from "./oracle/story";
import type { Proof, Tally } from "./tally";

const KILLS = 200;
const INVOICES = 200;
const SUPPLIERS = 8;
/**
 * A run with fewer kills is short: each crash once, only at steps that write, with few suppliers. No new suppliers
 * join, because connecting one takes long.
 */
const SHORT_BELOW = 50;
const SHORT_SUPPLIERS = 3;
/** A random crash comes at most this long after an invoice was written. */
const PAUSE_MS = 2_500;
const SHORT_PAUSE_MS = 1_000;
/** A short run waits this long for its first payment, and then begins without it. */
const STEP_KNOWN_MS = 20_000;
const FAULT_PART = 0.1;
/**
 * After this many kills a day passes at the vendors, so that payments are paid out and booked while others are created.
 */
const KILLS_A_DAY = 3;
/**
 * After this many kills the faults are lifted until all work is done. The changes people made before count as known,
 * and a payment created against them later has no excuse.
 */
const KILLS_A_SPELL = 8;
/** Work that such a fault-free day does not finish in this time is reported, and the kills continue. */
const SPELL_MS = 240_000;

/**
 * Kills the web process, the worker, the database and the connections of a whole installation many times. That happens
 * at random moments and at every step of the work. One call in ten to the vendors fails meanwhile. A killed process is
 * restarted at once, as a supervisor would. The installation has recovered when the app is healthy and a webhook sent
 * after the kill was processed.
 */
export const proveByCrashes: Proof = async (options, keep) => {
  const [kills, invoices] = [Number(options.kills ?? KILLS), Number(options.invoices ?? INVOICES)];
  const isShort = kills < SHORT_BELOW;
  const seed = Number(options.seed ?? 1);
  console.log(`· ${kills} kills under ${invoices} invoices, --seed ${seed}`);
  let smallDisk: string | undefined;
  const leaveDisk = () => smallDisk && kinds.removeSmallDisk(smallDisk);
  // An aborted run must remove its disk too: the next run cannot create its own while one exists.
  process.once("exit", leaveDisk);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
  try {
    await withInstallation(
      { name: "crashes", suppliers: isShort ? SHORT_SUPPLIERS : SUPPLIERS, hasSender: true },
      async (installation) => {
        const place: Place = {
          ...installation,
          chance: new Chance(seed),
          hasSmallDisk: smallDisk !== undefined,
          isShort,
          laidRequests: 0,
          receiver: await (await import("./crashes/webhook-receiver")).WebhookReceiver.listen(new Chance(seed)),
        };
        for (const name of ["web", "worker"] as const) kinds.supervise(place.stack, place.running, name);
        place.laidRequests = (await requestsOf(place)).length;
        await armFaults(place);
        const endsAt = Date.now() + Number(options.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
        const story = await crashAndWrite(place, { kills, invoices, endsAt }, keep);
        keep(await countFaults(place));
        await call(place, "/faults", undefined, "DELETE");
        const { settleAll } = await import("./crashes/whole-oracle");
        const { findings, signIns } = await settleAll(place, story);
        const hooks = await place.receiver.judge();
        const all = [...findings, ...hooks.findings];
        tell(all);
        keep({ "webhooks received": hooks.received, "webhooks again, same id": hooks.again });
        keep({ "invoices under kills": story.invoices.length, "sign-ins lost": signIns, ...tallyOf(all) });
      },
      (dataDir) => {
        if (kinds.laySmallDisk(dataDir)) smallDisk = dataDir;
        else console.log("· no separate disk can be mounted here: the test of a full disk is skipped");
      },
    );
  } finally {
    leaveDisk();
  }
};

/** Arms the faults with another seed each time, so that they meet other calls. */
async function armFaults(place: Place): Promise<void> {
  for (const provider of ["lexware", "gocardless"])
    for (const kind of CALL_FAULTS) {
      // Lexware's token endpoint is spared: an answer lost there ends the connection, by the vendor's own rule.
      const match = { path: provider === "lexware" ? "/v1/" : "/" };
      const seed = Math.floor(place.chance.next() * 2 ** 32);
      await call(place, "/faults", { provider, kind, match, probability: FAULT_PART / CALL_FAULTS.length, seed });
    }
}

function tell(findings: Finding[]): void {
  for (const { kind, text } of findings) console.log(`  ${kind}: ${text}`);
}

async function countFaults(place: Place): Promise<Tally> {
  const requests = await requestsOf(place);
  const named = requests.map((one) => ({ ...one, call: placeOf(one.provider, one.method, one.path) }));
  const struck = named.filter(({ fault }) => fault !== null);
  return {
    faults: struck.length,
    calls: [...new Set(named.map((one) => one.call))],
    struck: [...new Set(struck.map(({ call: name, fault }) => `${name} ${fault}`))],
  };
}

type Crash = keyof typeof CRASHES | "step";
type AtStep = "step" | "worker frozen";
const isAtStep = (crash: Crash): crash is AtStep => crash === "step" || crash === "worker frozen";
/** How many kills at steps there are for one kill of each other kind; a short run has one. */
const STEPS = 6;
const SHORT_STEPS = 1;

async function crashAndWrite(
  place: Place,
  { kills, invoices, endsAt }: { kills: number; invoices: number; endsAt: number },
  keep: (tally: Tally) => void,
): Promise<Story> {
  const writer = new CrashWriter(place);
  // Every kind begins at 0, so that the table shows a kind that never came.
  keep({ crashes: Object.fromEntries([...Object.keys(CRASHES), "step"].map((kind) => [kind, 0])) });
  let bag: Crash[] = [];
  const steps = new StepBag(place);
  const { signInAgain } = await import("./crashes/whole-oracle");
  // A frozen worker, or one that continues next to its replacement. Other processes are killed meanwhile, but no worker
  // at a step: nobody could tell which of the two reached it.
  let lingering: Promise<void> | undefined;
  if (place.isShort) await untilStepKnown(writer, steps);
  for (let kill = 0; kill < kills && Date.now() < endsAt; kill += 1) {
    // Days pass in minutes here, and in operation nobody would leave a lost sign-in alone for months.
    keep({ "sign-ins lost": await signInAgain() });
    if (!place.isShort && kill > 0 && kill % KILLS_A_SPELL === 0) {
      await lingering;
      keep(await clearUp(place, writer.story));
    }
    while (writer.written < Math.ceil(((kill + 1) * invoices) / kills)) await writer.write();
    if (kill % KILLS_A_DAY === 0) await call(place, "/clock", { advanceDays: 1 });
    if (bag.length === 0) bag = place.chance.shuffle(allKinds(place)).sort(frozenLast);
    // While no step is known, kills at a step are drawn later.
    const mayStep = !lingering && (await steps.known()).length > 0;
    const [drawn = "worker"] = bag.splice(mayStep ? -1 : bag.findLastIndex((kind) => !isAtStep(kind)), 1);
    if (isAtStep(drawn)) await lingering;
    const hit = isAtStep(drawn) ? await atStep(place, steps, writer, drawn) : await atRandom(place, drawn);
    const { name, startedAt, restarted, lingers, cut } = hit;
    if (lingers)
      lingering = lingers.then(() => {
        lingering = undefined;
      });
    lingering?.catch(() => {});
    const recovered = untilRecovered({ ...place, env: place.stack.env }, kill).then(
      () => (performance.now() - startedAt) / 1_000,
    );
    const [seconds] = await Promise.all([recovered, restarted]);
    keep({
      kills: 1,
      crashes: { [cut ? "step" : name]: 1 },
      recoveries: [{ crash: name, seconds }],
      ...(cut ? { cut: [nameOf(cut)] } : {}),
    });
    console.log(`· ${kill + 1}: ${name}, back after ${seconds.toFixed(1)} s`);
  }
  await lingering;
  keep({ steps: (await steps.known()).map(nameOf) });
  return writer.story;
}

/**
 * Creates a payment first, because a short run has few kills and a step must exist before a worker can be killed there.
 */
async function untilStepKnown(writer: CrashWriter, steps: StepBag): Promise<void> {
  await writer.write();
  for (const limit = Date.now() + STEP_KNOWN_MS; Date.now() < limit; await wait(100))
    if ((await steps.known()).length > 0) return;
}

/** Lifts the faults until all work is done, then arms them again. */
async function clearUp(place: Place, story: Story): Promise<Tally> {
  const startedAt = performance.now();
  await call(place, "/faults", undefined, "DELETE");
  const { letFairDaysPass } = await import("./crashes/whole-oracle");
  const { findings, signIns } = await letFairDaysPass(place, story, SPELL_MS);
  tell(findings);
  await armFaults(place);
  console.log(`  fair weather for ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  return { "sign-ins lost": signIns, ...tallyOf(findings) };
}

/** The last entry of the bag is drawn first, so that other processes can be killed while the worker is frozen. */
const frozenLast = (one: Crash, other: Crash) => Number(one === "worker frozen") - Number(other === "worker frozen");

function allKinds({ hasSmallDisk, isShort }: Place): Crash[] {
  const names = Object.keys(CRASHES) as (keyof typeof CRASHES)[];
  return [
    ...names.filter((name) => name !== "disk full" || hasSmallDisk),
    ...Array.from({ length: isShort ? SHORT_STEPS : STEPS }, () => "step" as const),
  ];
}

interface Hit extends Struck {
  name: string;
  startedAt: number;
  /** The step at which the worker was killed. */
  cut?: Step;
}

async function atRandom(place: Place, crash: keyof typeof CRASHES): Promise<Hit> {
  await wait(place.chance.next() * (place.isShort ? SHORT_PAUSE_MS : PAUSE_MS));
  const startedAt = performance.now();
  return { name: crash, startedAt, ...(await CRASHES[crash](place)) };
}

/** Kills or freezes the worker at a step, after provoking that step. */
async function atStep(place: Place, steps: StepBag, writer: CrashWriter, drawn: AtStep): Promise<Hit> {
  const { stack, running } = place;
  const isFrozen = drawn === "worker frozen";
  const instead = isFrozen ? drawn : "worker";
  const step = await steps.next(isFrozen);
  if (!step) return await atRandom(place, instead);
  const { withinMs, bringsSupplier, act } = provocationOf(step);
  if (bringsSupplier) await call(place, "/faults", undefined, "DELETE");
  let startedAt = 0;
  let isOver = false;
  const killed = killAtStep(
    place,
    step,
    async () => {
      startedAt = performance.now();
      if (isFrozen) running.worker.hold(true);
      else await running.worker.stop("SIGKILL");
    },
    withinMs,
  ).finally(() => {
    isOver = true;
  });
  const provoked = act(place, writer, () => isOver).then(() => (bringsSupplier ? armFaults(place) : undefined));
  // Only the first error is reported, not the errors that follow from it.
  for (const one of [killed, provoked]) one.catch(() => {});
  if (!(await killed)) {
    console.log(`  nobody got to ${step.call}`);
    await provoked;
    return await atRandom(place, instead);
  }
  steps.wasCut(step);
  console.log(`  at ${step.call}, ${step.moment}`);
  if (isFrozen) {
    const { gone } = await kinds.standInForWorker(stack, running);
    return { name: drawn, startedAt, restarted: provoked, lingers: gone };
  }
  const restarted = Promise.all([kinds.startAgain(stack, running, "worker"), provoked]).then(() => undefined);
  return { name: `step, ${step.moment}`, startedAt, restarted, cut: step };
}
