import { expect, test } from "vitest";
import { parseSkonto } from "./skonto-rules";

test.each([
  ["#SKONTO#TAGE=14#PROZENT=2.25#\n", [{ days: 14, percent: "2.25" }]],
  ["#SKONTO#TAGE=14#PROZENT=2.25#BASISBETRAG=357.93#\n", [{ days: 14, percent: "2.25", baseCents: 35793 }]],
  ["#SKONTO#TAGE=14#PROZENT=2.25#BASISBETRAG=-357.93#\n", [{ days: 14, percent: "2.25", baseCents: -35793 }]],
  ["   #SKONTO#TAGE=7#PROZENT=2.00#  \r\n", [{ days: 7, percent: "2.00" }]],
  [
    "Bitte zahlen.\n#SKONTO#TAGE=7#PROZENT=2.00#\nDazwischen\n#SKONTO#TAGE=30#PROZENT=0.00#\nDanke",
    [
      { days: 7, percent: "2.00" },
      { days: 30, percent: "0.00" },
    ],
  ],
  ["Zahlbar bis 14.12.", []],
  ["Nr. #5#", []],
  ["", []],
])("%j has discounts", (terms, skonto) => {
  expect(parseSkonto([terms])).toEqual({ skonto, isMalformed: false });
});

test.each([
  "#SKONTO#TAGE=14#PROZENT=2.25#",
  "#SKONTO#TAGE=14#PROZENT=2.25# Danke\n",
  "#Skonto#TAGE=14#PROZENT=2.25#\n",
  "#SKONTO#TAGE=14#PROZENT=2,25#\n",
  "#SKONTO#TAGE=14#PROZENT=2.2#\n",
  "#SKONTO#TAGE=14#PROZENT=2.250#\n",
  "#SKONTO#TAGE=-14#PROZENT=2.25#\n",
  "#SKONTO#TAGE=14.0#PROZENT=2.25#\n",
  "#SKONTO# TAGE=14#PROZENT=2.25#\n",
  "#SKONTO#TAGE=14#PROZENT=2.25#BASISBETRAG=357.9#\n",
  "#SKONTO#TAGE=14#PROZENT=2.25#BASIS=357.93#\n",
  "#SKONTO#TAGE=14#PROZENT=-2.25#\n",
  "#SKONTO#PROZENT=2.25#TAGE=14#\n",
  "#VERZUG#TAGE=14#PROZENT=2.25#\n",
  "#SKONTO#TAGE=99999#PROZENT=2.25#\n",
  "#SKONTO#TAGE=7#PROZENT=2.00#\n#5 Hinweis\n",
  "#SKONTO#TAGE=7#PROZENT=2.00#\n#SKONTO#TAGE=14#PROZENT=1.00#",
])("%j has no valid discount, and that is said", (terms) => {
  expect(parseSkonto([terms])).toEqual({ skonto: [], isMalformed: true });
});

test("of several texts each needs its own line break, and one wrong entry makes all of them invalid", () => {
  const [week, month] = ["#SKONTO#TAGE=7#PROZENT=2.00#", "#SKONTO#TAGE=30#PROZENT=0.00#"];
  const skonto = [
    { days: 7, percent: "2.00" },
    { days: 30, percent: "0.00" },
  ];
  expect(parseSkonto([`${week}\n`, "Danke", `${month}\n`])).toEqual({ skonto, isMalformed: false });
  for (const texts of [
    [week, `${month}\n`],
    [`${week}\n`, month],
    [week, "Danke\n"],
  ])
    expect(parseSkonto(texts)).toEqual({ skonto: [], isMalformed: true });
  expect(parseSkonto([])).toEqual({ skonto: [], isMalformed: false });
});
