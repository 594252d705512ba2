import fc from "fast-check";
import { now } from "@/lib/core/time/clock";
import type { Story, WrittenInvoice } from "../oracle/story";
import type { Stage } from "./stage";

/** The names of everything that people can do in a simulation run. */
export const ACTS: string[] = [];

/** @returns a function that gives an act's name, as it is counted */
export function acts<What extends string>(who: string, whats: readonly What[]): (what: What) => string {
  const nameOf = (what: What) => `${who}: ${what}`;
  for (const what of new Set(whats)) ACTS.push(nameOf(what));
  return nameOf;
}

/** A step of the simulation: somebody acts, and the event log records it. */
export class Command implements fc.AsyncCommand<Story, Stage> {
  /** @param act resolves to `false` if nothing happened; otherwise the act counts under its name, if it has one */
  constructor(
    private readonly text: string,
    private readonly act: (stage: Stage, story: Story) => Promise<unknown>,
    private readonly more: { name?: string; isPossible?: (story: Story) => boolean } = {},
  ) {}

  check(story: Readonly<Story>): boolean {
    return this.more.isPossible?.(story) ?? true;
  }

  async run(story: Story, stage: Stage): Promise<void> {
    const { name } = this.more;
    if ((await this.act(stage, story)) !== false && name) stage.acts[name] = (stage.acts[name] ?? 0) + 1;
  }

  toString(): string {
    return this.text;
  }
}

const PAYERS = 4;
export const payer = fc.nat({ max: PAYERS - 1 }).map((index) => `payer-${index}@payer.example`);
/** An index that selects one of the invoices existing at that time. */
export const which = fc.nat({ max: 99 });
export const cents = fc.integer({ min: 500, max: 90_000 });

/** Returns one of the invoices. Newer ones come more often, because finished ones can hardly fail any more. */
export function pick({ invoices }: Story, index: number): WrittenInvoice {
  const found = invoices.at(-1 - (index % Math.min(invoices.length, index % 2 === 0 ? 4 : 100)));
  if (!found) throw new Error("a story without an invoice");
  return found;
}

export function contactOf(email: string): { name: string; email: string } {
  return { name: `Zahler ${email.slice(6, 7)} GmbH`, email };
}

/** Returns the current instant for the event log. Taken before an act, because the act holds from then on. */
export const stamp = (): string => now().toISOString();

export const hasInvoice = (story: Story): boolean => story.invoices.length > 0;
