import { setTimeout as wait } from "node:timers/promises";
import { CALL_FAULTS } from "../sandbox/kit/faults";
import { Chance } from "./chance";
import * as kinds from "./crashes/crash-kinds";
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
/** Fewer are a short run: each crash once, at steps that write only, with few suppliers and no new ones, who take long to join. */
const SHORT_BELOW = 50;
const SHORT_SUPPLIERS = 3;
/** At some moment until then after an invoice was written. */
const PAUSE_MS = 2_500;
const SHORT_PAUSE_MS = 1_000;
/** A short run waits so long for its first debit, and begins without it. */
const STEP_KNOWN_MS = 20_000;
const FAULT_PART = 0.1;
/** A day passes at the vendors with so many kills: debits are paid out and booked while others are made. */
const KILLS_A_DAY = 3;
/**
 * After so many kills the weather clears until everything is done. What people did before that is known: a debit that is
 * made against it later has no excuse.
 */
const KILLS_A_SPELL = 8;
/** What is not done by then in such a day is told, and the kills go on. */
const SPELL_MS = 240_000;

/**
 * A whole installation whose web process, worker, database and connections are killed again and again, at random moments
 * and at every step of the work, while one call in ten to the vendors goes wrong. Whoever is killed is started again at
 * once, as a supervisor would; it has recovered when the app is healthy and a webhook that is sent then has been worked off.
 */
export const proveByCrashes: Proof = async (options, keep) => {
  const [kills, invoices] = [Number(options.kills ?? KILLS), Number(options.invoices ?? INVOICES)];
  const isShort = kills < SHORT_BELOW;
  const seed = Number(options.seed ?? 1);
  console.log(`· ${kills} kills under ${invoices} invoices, --seed ${seed}`);
  let smallDisk: string | undefined;
  const leaveDisk = () => smallDisk && kinds.removeSmallDisk(smallDisk);
  // Whoever cuts this off leaves no disk behind either: where one is, the next run cannot lay its own.
  process.once("exit", leaveDisk);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
  try {
    await withInstallation(
      { name: "crashes", suppliers: isShort ? SHORT_SUPPLIERS : SUPPLIERS },
      async (installation) => {
        const place: Place = {
          ...installation,
          chance: new Chance(seed),
          hasSmallDisk: smallDisk !== undefined,
          isShort,
          laidRequests: 0,
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
        tell(findings);
        keep({ "invoices under kills": story.invoices.length, "sign-ins lost": signIns, ...tallyOf(findings) });
      },
      (dataDir) => {
        if (kinds.laySmallDisk(dataDir)) smallDisk = dataDir;
        else console.log("· no disk of its own can be mounted here: that it is full is left out");
      },
    );
  } finally {
    leaveDisk();
  }
};

/** Each time other calls meet them. */
async function armFaults(place: Place): Promise<void> {
  for (const provider of ["lexware", "gocardless"])
    for (const kind of CALL_FAULTS) {
      // Lexware's token endpoint is left out: an answer lost there ends the connection by the vendor's own rule.
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
/** As often as these come, one of each of the others does; in a short run but once. */
const STEPS = 6;
const SHORT_STEPS = 1;

async function crashAndWrite(
  place: Place,
  { kills, invoices, endsAt }: { kills: number; invoices: number; endsAt: number },
  keep: (tally: Tally) => void,
): Promise<Story> {
  const writer = new CrashWriter(place);
  // All that there are: one that never strikes is missed.
  keep({ crashes: Object.fromEntries([...Object.keys(CRASHES), "step"].map((kind) => [kind, 0])) });
  let bag: Crash[] = [];
  const steps = new StepBag(place);
  const { signInAgain } = await import("./crashes/whole-oracle");
  // A worker that stands still, or has gone on beside the one that stands in for it: others are killed meanwhile, but not at
  // a step, as nobody could say which of the two got there.
  let lingering: Promise<void> | undefined;
  if (place.isShort) await untilStepKnown(writer, steps);
  for (let kill = 0; kill < kills && Date.now() < endsAt; kill += 1) {
    // Nobody leaves that for months, which pass here in minutes.
    keep({ "sign-ins lost": await signInAgain() });
    if (!place.isShort && kill > 0 && kill % KILLS_A_SPELL === 0) {
      await lingering;
      keep(await clearUp(place, writer.story));
    }
    while (writer.written < Math.ceil(((kill + 1) * invoices) / kills)) await writer.write();
    if (kill % KILLS_A_DAY === 0) await call(place, "/clock", { advanceDays: 1 });
    if (bag.length === 0) bag = place.chance.shuffle(allKinds(place)).sort(frozenLast);
    // What is to happen at a step comes later as long as none is known.
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
    const recovered = untilRecovered(place, kill).then(() => (performance.now() - startedAt) / 1_000);
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

/** There are few kills, and a debit has to be made before one can be cut off. */
async function untilStepKnown(writer: CrashWriter, steps: StepBag): Promise<void> {
  await writer.write();
  for (const limit = Date.now() + STEP_KNOWN_MS; Date.now() < limit; await wait(100))
    if ((await steps.known()).length > 0) return;
}

/** Fair weather for as long as it takes to do all there is to do. */
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

/** What stands last in the bag is drawn first: there are others then to be killed while it stands still. */
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
  /** The step at which it was cut off. */
  cut?: Step;
}

async function atRandom(place: Place, crash: keyof typeof CRASHES): Promise<Hit> {
  await wait(place.chance.next() * (place.isShort ? SHORT_PAUSE_MS : PAUSE_MS));
  const startedAt = performance.now();
  return { name: crash, startedAt, ...(await CRASHES[crash](place)) };
}

/** The worker, at a step that is provoked: it ends there, or stands still. */
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
  // What goes wrong first is told, and not what went wrong with it.
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

/** The app is healthy, takes a webhook, and somebody works it off. */
async function untilRecovered(place: Place, kill: number): Promise<void> {
  const { sendProbe, isHandled } = await import("./crashes/crash-probe");
  const id = `EVPROBE${String(kill).padStart(6, "0")}`;
  const limit = performance.now() + 120_000;
  const attempt = async (what: () => Promise<boolean>) => {
    while (!(await what().catch(() => false))) {
      if (performance.now() > limit) throw new Error(`not back two minutes after crash ${kill + 1}`);
      await wait(50);
    }
  };
  await attempt(async () => (await fetch(`${place.app}/api/health`)).ok);
  await attempt(() => sendProbe(place, id, kill % place.organisations.length));
  await attempt(() => isHandled(place, id));
}
