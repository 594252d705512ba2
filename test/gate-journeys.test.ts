import { expect, test } from "vitest";
import { type Journey, journeysIn, journeysOfGate, toTestList } from "@/scripts/gate-journeys";

const told = (title: string, tags: string[] = []): Journey[] =>
  ["en-GB", "de-DE"].map((locale) => ({ file: "mandates.spec.ts", titles: [`in ${locale}`, title], tags }));
const TITLES = Array.from({ length: 60 }, (_, i) => `the payer signs mandate ${i}`);

test("each journey runs in one language, and both languages get about the same share", () => {
  const chosen = journeysOfGate(TITLES.flatMap((title) => told(title)));
  expect(chosen.map(({ titles }) => titles[1])).toEqual(TITLES);
  const german = chosen.filter(({ titles }) => titles[0] === "in de-DE");
  expect(german.length).toBeGreaterThan(15);
  expect(german.length).toBeLessThan(45);
});

test("a journey keeps its language when others are added or removed", () => {
  const [first] = journeysOfGate(told("the payer signs"));
  expect(journeysOfGate([...told("another one"), ...told("the payer signs")])).toContainEqual(first);
});

test("a rare journey does not run in the gate", () => {
  expect(journeysOfGate(told("the bank merges with another", ["rare"]))).toEqual([]);
});

test("a journey that exists in one language only is run in that language", () => {
  const [english] = told("the accounting system is sevdesk");
  expect(journeysOfGate(english ? [english] : [])).toEqual([english]);
});

test("a journey without a language runs", () => {
  const journey: Journey = { file: "webhooks.spec.ts", titles: ["an event that comes twice counts once"], tags: [] };
  expect(journeysOfGate([journey])).toEqual([journey]);
});

test("the list names each journey by its file and titles, as Playwright expects", () => {
  const spec = { file: "a.spec.ts", title: "arrives", tags: ["both"] };
  const report = {
    suites: [
      { file: "a.spec.ts", title: "a.spec.ts", suites: [{ file: "a.spec.ts", title: "in en-GB", specs: [spec] }] },
    ],
  };
  const journeys = journeysIn(JSON.stringify(report));
  expect(journeys).toEqual([{ file: "a.spec.ts", titles: ["in en-GB", "arrives"], tags: ["both"] }]);
  expect(toTestList(journeys)).toBe("a.spec.ts › in en-GB › arrives");
});
