import { type ChildProcess, spawn } from "node:child_process";
import type { Answer, Order, Outcome } from "./warm-vitest";
import { type Tier, titleOf, type Weakening } from "./weakening";

/** Also ends a test that a weakening sends into an endless loop. */
const MAX_ORDER_MS = 120_000;
/** Limit for all tests of a tier in the unchanged copy. */
const MAX_HONEST_MS = 900_000;

/** A vitest process that keeps running; it is started again if it had to be killed. */
export interface WarmTests {
  /** Runs the named tests of these weakenings, after the given files have changed. */
  run(chosen: Weakening[], changed: string[], isHonest?: boolean): Promise<Answer>;
  stop(): Promise<void>;
}

export function startWarmTests(folder: string, tier: Exclude<Tier, "e2e">, env: Record<string, string>): WarmTests {
  let child: ChildProcess | undefined;
  const end = async () => {
    const ending = child;
    child = undefined;
    if (!ending?.pid || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((done) => ending.once("exit", done));
    // Kills the process group, because a worker in an endless loop reacts to nothing else.
    process.kill(-ending.pid, "SIGKILL");
    await ended;
  };
  return {
    async run(chosen, changed, isHonest = false) {
      child ??= await start(folder, tier, env);
      const files = [...new Set(chosen.map(({ noticedBy }) => noticedBy.file))];
      const titles = [...new Set(chosen.map(({ noticedBy }) => titleOf(noticedBy.test).source))].join("|");
      const answer = await answerOf(child, { changed, files, titles }, isHonest ? MAX_HONEST_MS : MAX_ORDER_MS);
      if (answer) return answer;
      await end();
      return { outcomes: [], failures: ["The test did not end, or its process crashed"] };
    },
    stop: end,
  };
}

async function start(folder: string, tier: string, env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["weaken/warm-vitest.ts", tier], {
    cwd: folder,
    // Shows only errors of loading. Files that killed tests leave behind are deleted with the copy.
    env: { ...process.env, ...env, NODE_NO_WARNINGS: "1", TMPDIR: folder },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    detached: true,
  });
  const first = await Promise.race([
    new Promise((done) => child.once("message", done)),
    new Promise((done) => child.once("exit", done)),
  ]);
  if (first !== "ready") throw new Error(`vitest did not start for ${tier}`);
  return child;
}

async function answerOf(child: ChildProcess, order: Order, limitMs: number): Promise<Answer | undefined> {
  return await new Promise((done) => {
    const settle = (answer?: Answer) => {
      clearTimeout(timer);
      child.off("message", settle);
      child.off("exit", onExit);
      done(answer);
    };
    const onExit = () => settle();
    const timer = setTimeout(onExit, limitMs);
    child.once("message", settle);
    child.once("exit", onExit);
    child.send(order);
  });
}

/** True for an assertion, also within a property or a wait. Any other error counts as a crash, whatever threw it. */
const isAssertion = ({ name }: Outcome["errors"][number]) => name.startsWith("AssertionError");

/** Returns why a test has not noticed the weakening; undefined if it has. */
export function whyMissed({ noticedBy }: Weakening, { outcomes, failures }: Answer): string | undefined {
  const named = outcomes.filter(({ title }) => titleOf(noticedBy.test).test(title));
  const failed = named.filter(({ state }) => state === "failed");
  if (failed.some(({ errors }) => errors.some(isAssertion))) return undefined;
  if (failed.length > 0) {
    const [first] = failed.flatMap(({ errors }) => errors);
    return `only a crash: ${first?.name}: ${first?.message}`;
  }
  if (failures.length > 0) return `only a crash: ${failures[0]}`;
  return named.length === 0 ? "the test did not run" : "the test passes";
}
