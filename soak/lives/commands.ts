import fc from "fast-check";
import type { Story } from "../oracle/story";
import { Command } from "./command";
import { banks, bounces, dashboard, mailboxes, mandates, reviews, sign, signs, verify } from "./commands-bank";
import { bills, books, writes } from "./commands-books";
import { desk } from "./commands-desk";
import { connections, contracts, keep, operators, settings, withPayers } from "./commands-product";
import type { Stage } from "./stage";

const days = fc.integer({ min: 1, max: 6 }).map(
  (count) =>
    new Command(`${count} days`, async (stage) => {
      // The worker runs on days with webhooks and on the last day, whose nightly run then covers the days before.
      for (let day = 1; day <= count; day += 1) if ((await stage.passDays(1)) || day === count) await stage.workDay(60);
    }),
);

const works = fc
  .integer({ min: 1, max: 12 })
  .map((count) => new Command(`${count} jobs`, async (stage) => void (await stage.work(count))));

const weathers = fc.constantFrom("calm", "calm", "faults", "storm", "deaths", "disorder", "disorder").map(
  (kind) =>
    new Command(`weather: ${kind}`, async (stage) => {
      const { weather } = stage.world;
      weather.faultPart = kind === "faults" ? 0.1 : kind === "storm" ? 0.3 : 0;
      weather.deathPart = kind === "deaths" || kind === "storm" ? 0.05 : 0;
      if (kind === "disorder" || kind === "storm") stage.post.worsen();
      else stage.post.calm();
    }),
);

/** Months in the life of a supplier. Commands that are listed more often happen more often. */
export const commands = fc.commands(
  [
    ...[writes, writes, writes, writes, signs, signs, signs, works, works, days, days, days, days, days],
    ...[books, books, banks, banks, bounces, dashboard, mandates, desk, desk, operators, operators, withPayers],
    ...[settings, weathers, weathers, connections, contracts, reviews, mailboxes, bills],
  ],
  { maxCommands: 150, size: "max" },
);

const fairDays = fc.integer({ min: 1, max: 4 }).map(
  (count) =>
    new Command(`${count} fair days`, async (stage) => {
      for (let day = 1; day <= count; day += 1) {
        await stage.passDays(1);
        await stage.workDay();
      }
    }),
);

/**
 * Some weeks more without faults, in which all work is done every day, so that every instruction must take effect soon.
 */
export const fairCommands = fc.commands(
  [
    ...[writes, writes, signs, signs, fairDays, fairDays, fairDays, fairDays, fairDays, fairDays],
    ...[books, books, books, operators, operators, operators, desk, desk, desk, withPayers, dashboard, banks, settings],
  ],
  { maxCommands: 80, size: "max" },
);

/**
 * Removes every obstacle at the end: contract and account are in order, and mail arrives. An invoice that nobody
 * collects after that has no excuse.
 */
export async function clearUp(stage: Stage, story: Story): Promise<void> {
  stage.world.weather.bounces.clear();
  await keep(stage, story, true);
  await verify(stage, story, "successful");
}

export async function everybodySigns(stage: Stage, story: Story): Promise<void> {
  const payers = story.invoices.flatMap((invoice) => invoice.payers.map(({ value }) => value));
  for (const email of new Set(payers)) await sign(stage, story, email);
}
