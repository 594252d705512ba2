import { setTimeout as wait } from "node:timers/promises";
import type { Step } from "./crash-steps";
import type { CrashWriter } from "./crash-writer";
import { call } from "./installation";
import type { Place } from "./place";

/** What brings a worker to a step; continues until `isOver`. */
interface Provocation {
  withinMs: number;
  /** Whether a new supplier joins for it. Faults are lifted meanwhile, because nobody could connect under them. */
  bringsSupplier?: boolean;
  act: (place: Place, writer: CrashWriter, isOver: () => boolean) => Promise<void>;
}

const DAY_MS = 2_500;
const NUDGE_MS = 2_000;
/** A payment created today is paid out within eight days. */
const DAYS = 10;

/** Calls that reading a supplier's accounts makes. */
const ASKED: Provocation = { withinMs: 15_000, act: (_place, _writer, isOver) => nudgeUntil(isOver) };

/** Provocations by the name of the call. */
const OF_CALLS: [RegExp, Provocation][] = [
  [
    /POST \/payments$/,
    {
      withinMs: 30_000,
      act: async (_place, writer, isOver) => {
        await writer.write();
        await nudgeUntil(isOver);
      },
    },
  ],
  [
    /\/payments\/:id\/actions\/cancel$/,
    {
      withinMs: 30_000,
      act: async (_place, writer, isOver) => {
        await payWaiting(writer, isOver);
        await nudgeUntil(isOver);
      },
    },
  ],
  [
    /POST \/(v1\/event-subscriptions|billing_request)/,
    { withinMs: 60_000, bringsSupplier: true, act: async (place) => void (await join(place)) },
  ],
  [
    /POST \/v1\/finance\/accounts$/,
    {
      withinMs: 120_000,
      bringsSupplier: true,
      act: async (place, writer, isOver) => {
        await writer.writeAs(await join(place));
        await letDaysPass(place, isOver);
      },
    },
  ],
  [
    /(POST|PUT) \/v1\/(finance|transaction-assignment-hint)\b/,
    {
      withinMs: 60_000,
      act: async (place, writer, isOver) => {
        await writer.write();
        await letDaysPass(place, isOver);
      },
    },
  ],
];

export function provocationOf({ call: name }: Step): Provocation {
  return OF_CALLS.find(([pattern]) => pattern.test(name))?.[1] ?? ASKED;
}

/** Somebody pays an invoice whose payment is not submitted yet; creates such a payment first if there is none. */
async function payWaiting(writer: CrashWriter, isOver: () => boolean): Promise<void> {
  if (await writer.payWaiting()) return;
  await writer.write();
  await nudgeAll();
  while (!isOver() && !(await writer.payWaiting())) await wait(250);
}

/** Lets days pass until payments are submitted, paid out and booked. */
async function letDaysPass(place: Place, isOver: () => boolean): Promise<void> {
  for (let day = 0; day < DAYS && !isOver(); day += 1) {
    await nudgeAll();
    await wait(DAY_MS);
    if (!isOver()) await call(place, "/clock", { advanceDays: 1 });
  }
  await nudgeAll();
}

/** Nudges the product repeatedly: a step that met a fault is retried with the next nudge. */
async function nudgeUntil(isOver: () => boolean): Promise<void> {
  do {
    await nudgeAll();
    await wait(NUDGE_MS);
  } while (!isOver());
}

async function nudgeAll(): Promise<void> {
  const { nudge } = await import("./whole-oracle");
  await nudge();
}

/** A new supplier connects both accounts and has a payer who signs. */
async function join(place: Place): Promise<Place["organisations"][number]> {
  const { laySuppliers } = await import("../../bench/sync-suppliers");
  const { organisations } = place;
  const [joined] = await laySuppliers(place.desk, 1, organisations.length);
  if (!joined) throw new Error("nobody joined");
  organisations.push(joined);
  return joined;
}
