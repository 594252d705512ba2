import type { Day } from "../kit/calendar";
import type { TwinClock } from "../kit/clock";
import { isDay } from "../kit/fields";
import type { Store } from "../kit/store";

const FURTHEST_DAYS = 800;

export class TimeRefused extends Error {}

/** @throws TimeRefused if the value is not a calendar date */
export function dayIn(name: string, value: unknown): Day {
  if (!isDay(value)) throw new TimeRefused(`${name} must be a date like 2026-09-15`);
  return value;
}

/** Serialises all moves of the clock: moves run one after the other, and each day is on disk before the next begins. */
export class Time {
  private last: Promise<unknown> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly clock: TwinClock,
    private readonly store: Store,
  ) {}

  now(): { now: string; today: Day; offsetDays: number } {
    return { now: this.clock.now().toISOString(), today: this.clock.today(), offsetDays: this.clock.offsetDays };
  }

  /** @throws TimeRefused if the body does not move the clock forward */
  move(body: Record<string, unknown>): Promise<{ today: Day; offsetDays: number }> {
    return this.inTurn(async () => {
      const days = this.daysOf(body);
      for (let i = 0; i < days; i += 1) {
        await this.clock.advanceDays(1);
        this.store.flush();
      }
      return { today: this.clock.today(), offsetDays: this.clock.offsetDays };
    });
  }

  catchUp(): Promise<void> {
    return this.inTurn(async () => {
      await this.clock.catchUp();
      this.store.flush();
    });
  }

  /** Runs the work while no move is in progress. */
  inTurn<T>(work: () => Promise<T> | T): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Days also begin automatically, at midnight. */
  keepUp(): void {
    this.timer = setInterval(() => {
      this.catchUp().catch((error: unknown) => console.error("sandbox clock:", error));
    }, 60_000);
    this.timer.unref();
  }

  stop(): Promise<unknown> {
    clearInterval(this.timer);
    return this.last;
  }

  private daysOf(body: Record<string, unknown>): number {
    const days = body.setDate === undefined ? body.advanceDays : this.daysUntil(body.setDate);
    if (typeof days !== "number" || !Number.isInteger(days) || days < 0)
      throw new TimeRefused("advanceDays must be a whole number of days, forward only");
    if (days > FURTHEST_DAYS) throw new TimeRefused(`at most ${FURTHEST_DAYS} days in one step`);
    return days;
  }

  private daysUntil(wanted: unknown): number {
    const today = this.clock.today();
    const day = dayIn("setDate", wanted);
    if (day < today) throw new TimeRefused(`the clock only goes forward; today is ${today}`);
    return Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
  }
}
