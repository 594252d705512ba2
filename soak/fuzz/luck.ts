import fc from "fast-check";
import { Chance } from "../chance";

/** One random stream for a whole run, so that its seed replays the run. */
export class Luck {
  private readonly chance: Chance;

  constructor(seed: number) {
    this.chance = new Chance(seed);
  }

  one<T>(values: fc.Arbitrary<T>): T {
    return fc.sample(values, { seed: this.chance.whole(), numRuns: 1 })[0] as T;
  }

  of<T>(list: T[]): T {
    return this.one(fc.constantFrom(...list));
  }
}
