import { expect, test } from "vitest";
import { schedules } from "@/lib/jobs/catalogue";
import de from "@/messages/de.json";
import en from "@/messages/en.json";

/** Texts about what decision 061 defines must agree everywhere. */
const TEXTS = { en, de };

test.each(["en", "de"] as const)(
  "cancelling is possible on any day, and no text mentions a notice period (%s)",
  (locale) => {
    const { plans, cancel } = TEXTS[locale];
    for (const note of Object.values(plans.note)) expect(note).toMatch(/on any day|an jedem Tag/);
    expect(JSON.stringify([plans, cancel])).not.toMatch(/(4|four) weeks|(4|vier) Wochen/i);
  },
);

test.each(["en", "de"] as const)("the texts state how often invoices are really read (%s)", (locale) => {
  const cronOf = (name: string) => schedules.find(({ job }) => job.name === name)?.cron;
  const { a } = TEXTS[locale].faq.groups.collecting.questions.often;
  const said = [a, TEXTS[locale].onboarding.booksText.asked].map((text) => /every hour|jede Stunde/.test(text));
  expect([cronOf("schedule.hourly")?.split(" ").slice(1), said]).toEqual([
    ["*", "*", "*", "*"],
    [true, true],
  ]);
  expect([cronOf("schedule.poll")?.split(" ")[0], /ten minutes|zehn Minuten/.test(a)]).toEqual(["*/10", true]);
});
