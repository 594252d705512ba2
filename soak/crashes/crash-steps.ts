import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { FaultRule } from "../../sandbox/kit/faults";
import { isSpared, placeOf } from "../lives/weather";
import { connected } from "./crash-kinds";
import { provocationOf } from "./crash-provocations";
import { call } from "./installation";
import type { Place } from "./place";

/**
 * A step of a job lies between two things that last: a call to a vendor, and a row. It can be cut off before the vendor has
 * done its work, after it (and nobody knows), or when the answer has come and is not stored yet.
 */
const MOMENTS = ["before", "after", "unstored"] as const;
export type Moment = (typeof MOMENTS)[number];

export interface Step {
  moment: Moment;
  /** "gocardless POST /payments", ids left out. */
  call: string;
  /** The process stands still there and goes on later, while another one has taken over. */
  isFrozen?: boolean;
}

const KIND = { before: "timeout-before", after: "timeout-after", unstored: "slow" } as const;
/** The twin holds `slow` answers back for 3 s. */
const ANSWERED_MS = 3_200;
/** Until then a moment has to come in which nobody writes. */
const LOCKED_MS = 10_000;

export const nameOf = ({ call: name, moment, isFrozen }: Step) => `${name}, ${moment}${isFrozen ? ", frozen" : ""}`;
/** What only reads can be cut off anywhere: nothing of it lasts. */
const isWriting = ({ call: name }: Step) => !name.includes(" GET ");

/** So often a step is waited for to which nobody gets, until the bag is filled again. */
const TRIES = 3;

/**
 * Every call that the product has made since the suppliers were laid, at every moment: a bag that is filled again when it
 * is empty. What writes at a vendor comes first, as soon as the product has done it once; what nobody got to goes back.
 */
export class StepBag {
  private readonly tried = new Map<string, number>();

  constructor(private readonly place: Place) {}

  async next(isFrozen: boolean): Promise<Step | undefined> {
    const steps = (await this.known()).map((step) => ({ ...step, isFrozen }));
    const left = steps.filter((step) => this.triesOf(step) < TRIES);
    if (left.length === 0) for (const step of steps) this.tried.delete(nameOf(step));
    // Sorting keeps the order of chance among those that were tried as often.
    const fresh = this.place.chance.shuffle(left).sort((a, b) => this.triesOf(a) - this.triesOf(b));
    const writing = fresh.filter(isWriting);
    // Whoever has the answer goes on with it when it wakes; whoever waits for one gives it up.
    const goingOn = isFrozen ? writing.find(({ moment }) => moment === "unstored") : undefined;
    const step = goingOn ?? writing[0] ?? fresh[0] ?? steps.find(isWriting);
    if (step) this.tried.set(nameOf(step), this.triesOf(step) + 1);
    return step;
  }

  /** The product got to it: it does not go back. */
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

/** What the product has asked its vendors, without what no fault may strike. */
export async function requestsOf(place: Place): Promise<Request[]> {
  const all = await call<Request[]>(place, "/requests", undefined, "GET");
  return all.filter(({ provider, path }) => ["lexware", "gocardless"].includes(provider) && !isSpared(path));
}

/**
 * Waits at one step until the product gets there.
 *
 * @param kill ends the process, or stops it where it is; called at that very moment
 * @returns false if the product has not got there in time
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
 * Nothing can be written any more; once the answer has come and somebody waits to write, the process ends, and with it that
 * wish. Of one that only stands still the statement goes through, and its transaction stays open until it goes on.
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

/** All at once or none: the product takes tables in an order of its own, and two that wait for each other would end one of us. */
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
