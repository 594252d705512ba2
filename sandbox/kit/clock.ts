import { addDays, berlinOffset, type Day, dayInBerlin } from "./calendar";
import type { Collection, Store } from "./store";

/** What a twin does when a day begins: submits, confirms and pays out the payments that are due. */
export type DayListener = (day: Day) => void | Promise<void>;

/**
 * One clock for all twins: the machine's time plus an offset of whole days that survives a restart. Moving it runs
 * every listener once for each day, in order, so that no day is skipped.
 */
export class TwinClock {
  private readonly settings: Collection<{ offsetDays: number; ranTo: Day }>;
  private readonly listeners: DayListener[] = [];

  constructor(store: Store) {
    this.settings = store.collection("clock");
    if (!this.settings.get("clock")) this.settings.put("clock", { offsetDays: 0, ranTo: dayInBerlin(new Date()) });
  }

  now(): Date {
    const real = new Date();
    const { offsetDays } = this.read();
    if (offsetDays === 0) return real;
    const moved = new Date(real.getTime() + offsetDays * 86_400_000);
    // Keeps the German time of day. Otherwise a day of 23 or 25 hours could be skipped or counted twice.
    const drift = Number(berlinOffset(real).slice(1, 3)) - Number(berlinOffset(moved).slice(1, 3));
    return drift === 0 ? moved : new Date(moved.getTime() + drift * 3_600_000);
  }

  today(): Day {
    return dayInBerlin(this.now());
  }

  get offsetDays(): number {
    return this.read().offsetDays;
  }

  onDay(listener: DayListener): void {
    this.listeners.push(listener);
  }

  /** Moves the clock forward day by day; each day's work is complete before the next day begins. */
  async advanceDays(days: number): Promise<Day> {
    for (let i = 0; i < days; i += 1) {
      const state = this.read();
      this.settings.put("clock", { ...state, offsetDays: state.offsetDays + 1 });
      await this.catchUp();
    }
    return this.today();
  }

  /** Runs the listeners for days that began since the last run, also at start after a pause. */
  async catchUp(): Promise<void> {
    const today = this.today();
    let ranTo = this.read().ranTo;
    while (ranTo < today) {
      ranTo = addDays(ranTo, 1);
      for (const listener of this.listeners) await listener(ranTo);
      this.settings.put("clock", { ...this.read(), ranTo });
    }
  }

  /** @param day the day on which the calendar begins; default today */
  reset(day: Day = dayInBerlin(new Date())): void {
    const offsetDays = Math.round((Date.parse(day) - Date.parse(dayInBerlin(new Date()))) / 86_400_000);
    this.settings.put("clock", { offsetDays, ranTo: day });
  }

  private read(): { offsetDays: number; ranTo: Day } {
    return this.settings.get("clock") ?? { offsetDays: 0, ranTo: dayInBerlin(new Date()) };
  }
}
