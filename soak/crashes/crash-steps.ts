import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { FaultRule } from "../../sandbox/kit/faults";
import { isSpared, placeOf } from "../lives/weather";
import { connected } from "./crash-kinds";
import { provocationOf } from "./crash-provocations";
import { call } from "./installation";
import type { Place } from "./place";

/**
 * The moments at which a step of a job can be killed. A step consists of a call to a vendor and the row that stores its
 * answer. It is killed before the vendor's work, after it (with unknown outcome), or after the answer but before it is
 * stored.
 */
const MOMENTS = ["before", "after", "unstored"] as const;
export type Moment = (typeof MOMENTS)[number];

export interface Step {
  moment: Moment;
  /** "gocardless POST /payments", without ids. */
  call: string;
  /** The process is frozen there and resumes later, after another one has taken over. */
  isFrozen?: boolean;
}

const KIND = { before: "timeout-before", after: "timeout-after", unstored: "slow" } as const;
/** The twin delays `slow` answers by 3 s. */
const ANSWERED_MS = 3_200;
/** Within this time there must be a moment in which nobody writes. */
const LOCKED_MS = 10_000;

export const nameOf = ({ call: name, moment, isFrozen }: Step) => `${name}, ${moment}${isFrozen ? ", frozen" : ""}`;
/** Steps that only read need not be met: nothing they do lasts. */
const isWriting = ({ call: name }: Step) => !name.includes(" GET ");

/** How often a step is tried without being reached before the bag is refilled. */
const TRIES = 3;

/**
 * A bag of every call made since the suppliers were set up, at every moment; refilled when it is empty. New calls that
 * write at a vendor come first. A step that was not reached is put back.
 */
export class StepBag {
  private readonly tried = new Map<string, number>();

  constructor(private readonly place: Place) {}

  async next(isFrozen: boolean): Promise<Step | undefined> {
    const steps = (await this.known()).map((step) => ({ ...step, isFrozen }));
    const left = steps.filter((step) => this.triesOf(step) < TRIES);
    if (left.length === 0) for (const step of steps) this.tried.delete(nameOf(step));
    // A stable sort keeps the random order among steps that were tried equally often.
    const fresh = this.place.chance.shuffle(left).sort((a, b) => this.triesOf(a) - this.triesOf(b));
    const writing = fresh.filter(isWriting);
    // A frozen worker that has the answer continues with it; one that still waits for an answer gives up.
    const unstored = isFrozen ? writing.find(({ moment }) => moment === "unstored") : undefined;
    const step = unstored ?? writing[0] ?? fresh[0] ?? steps.find(isWriting);
    if (step) this.tried.set(nameOf(step), this.triesOf(step) + 1);
    return step;
  }

  /** Notes that the product reached the step, so that it is not drawn again. */
  wasCut(step: Step): void {
    this.tried.set(nameOf(step), TRIES);
  }

  private triesOf(step: Step): number {
    return this.tried.get(nameOf(step)) ?? 0;
  }

  async known(): Promise<Step[]> {
    const requests = (await requestsOf(this.place)).slice(this.place.laidRequests);
    const calls = new Set(requests.map(({ provider, method, path }) => placeOf(provider, method, path)));
    const steps = [...calls].flatMap((one) => MOMENTS.map((moment) => ({ moment, call: one })));
    return this.place.isShort ? steps.filter((step) => isWriting(step) && !provocationOf(step).bringsSupplier) : steps;
  }
}

export interface Request {
  provider: string;
  method: string;
  path: string;
  fault: string | null;
}

/** Returns the product's calls to its vendors, without calls that must meet no fault. */
export async function requestsOf(place: Place): Promise<Request[]> {
  const all = await call<Request[]>(place, "/requests", undefined, "GET");
  return all.filter(({ provider, path }) => ["lexware", "gocardless"].includes(provider) && !isSpared(path));
}

/**
 * Waits until the product reaches a step, then kills.
 *
 * @param kill ends or freezes the process; called at that very moment
 * @returns false if the product did not reach the step in time
 */
export async function killAtStep(
  place: Place,
  step: Step,
  kill: () => Promise<void>,
  withinMs: number,
): Promise<boolean> {
  const [provider = "", method = "", path = ""] = step.call.split(" ");
  const match = { method, path: path.replaceAll(":id", "*") };
  const { id } = await call<FaultRule>(place, "/faults", { provider, kind: KIND[step.moment], match, times: 1 });
  const limit = Date.now() + withinMs;
  for (;;) {
    const rules = await call<FaultRule[]>(place, "/faults", undefined, "GET");
    if (rules.find((rule) => rule.id === id)?.timesLeft === 0) break;
    if (Date.now() > limit) return false;
    await wait(25);
  }
  if (step.moment !== "unstored") await kill();
  else await killBeforeStored(place, step, kill);
  return true;
}

/**
 * Locks all tables, waits until the answer has arrived and the process waits to store it, then kills. A killed process
 * never stores it. The statement of a frozen one succeeds, and its transaction stays open until the process resumes.
 */
async function killBeforeStored({ stack }: Place, { isFrozen }: Step, kill: () => Promise<void>): Promise<void> {
  const answersAt = Date.now() + ANSWERED_MS;
  const client = await connected(stack.env);
  try {
    const { rows } = await client.query<{ name: string }>(
      "SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
    );
    await lockAll(client, rows.map(({ name }) => name).join(", "));
    await wait(Math.max(0, answersAt - Date.now()));
    await kill();
    if (isFrozen) return;
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'einzug-worker'",
    );
  } finally {
    await client.end();
  }
}

/**
 * Locks all tables at once or none. The product locks them in an order of its own, and PostgreSQL would end one side of
 * a deadlock.
 */
async function lockAll(client: pg.Client, tables: string): Promise<void> {
  for (const limit = Date.now() + LOCKED_MS; ; await wait(5)) {
    await client.query("BEGIN");
    try {
      await client.query(`LOCK TABLE ${tables} IN SHARE MODE NOWAIT`);
      return;
    } catch (error) {
      await client.query("ROLLBACK");
      if ((error as { code?: string }).code !== "55P03" || Date.now() > limit) throw error;
    }
  }
}
