import { expect, test } from "vitest";
import { CALL_FAULTS } from "../sandbox/kit/faults";
import { sumUp, type Tally } from "./tally";

const call = "gocardless GET /payments";
const whole: Tally = {
  ...{ restores: 4, "debits forgotten": 100 },
  ...{ seeds: 2_000, "simulated days": 1, kills: 200, "invoices under kills": 200, "invoices simulated": 1 },
  ...{ "webhooks received": 500 },
  ...{ payments: 1, faults: 1, "double collections": 0, "lost collections": 0, "wrong amounts or days": 0 },
  ...{
    "sums off": 0,
    "cents off": 0,
    "mails twice": 0,
    "webhooks lost": 0,
    "webhooks with two ids": 0,
    "runs that broke off": 0,
    "routes fuzzed": 220,
    requests: 1,
  },
  ...{ "5xx": 0, "forbidden input taken": 0, "cells tested": 850, leaks: 0 },
  ...{ "canaries hidden": 1, "canaries found": 0, "effects twice": 0, "calls gone wrong": 0 },
  crashes: { worker: 1, "disk full": 1 },
  recoveries: [{ crash: "worker", seconds: 14 }],
  calls: [call],
  struck: CALL_FAULTS.map((kind) => `${call} ${kind}`),
  steps: ["gocardless POST /payments, before", "gocardless GET /payments, before"],
  cut: ["gocardless POST /payments, before"],
  webhooks: { "/api/webhooks/gocardless due": 1, "/api/webhooks/gocardless late": 1 },
  acts: { "a bank: fail": 1 },
  fates: { debited: 1, "very late": 1 },
};
const brokenOf = (change: Tally, isWhole = true) =>
  sumUp([{ ...whole, ...change }], isWhole).broken.map((text) => text.split(":")[0]);

test("accepts a whole run that reaches every goal", () => {
  expect(brokenOf({})).toEqual([]);
});

test.each<[string, Tally]>([
  ["seeds", { seeds: 1_999 }],
  ["kills", { kills: 199 }],
  ["invoices under kills", { "invoices under kills": 199 }],
  ["restores", { restores: 3 }],
  ["debits forgotten", { "debits forgotten": 99 }],
  ["double collections", { "double collections": 1 }],
  ["recovery, p99", { recoveries: Array.from({ length: 100 }, () => ({ crash: "worker", seconds: 16 })) }],
  ["recovery, p99", { recoveries: [] }],
  ["crashes", { crashes: { worker: 1, "disk full": 0 } }],
  ["crashes", { crashes: undefined }],
  ["routes fuzzed", { "routes fuzzed": 219 }],
  ["cells tested", { "cells tested": 849 }],
  ["leaks", { leaks: undefined }],
  ["steps cut off", { cut: ["gocardless GET /payments, before"] }],
  ["steps cut off", { steps: [] }],
  ["faults that met calls", { struck: whole.struck?.slice(1) }],
  ["webhooks", { webhooks: { ...whole.webhooks, "/api/webhooks/lexoffice due": 0 } }],
  ["webhooks", { webhooks: undefined }],
  ["webhooks received", { "webhooks received": 499 }],
  ["webhooks with two ids", { "webhooks with two ids": 1 }],
  ["acts of people", { acts: { ...whole.acts, "a bank: charge-back": 0 } }],
  ["acts of people", { acts: undefined }],
])("reports a whole run as broken by %s alone", (name, change) => {
  expect(brokenOf(change)).toEqual([name]);
});

test("lets a part of a run miss a goal, but not exceed a bound", () => {
  expect(brokenOf({ seeds: 3, kills: undefined, struck: [] }, false)).toEqual([]);
  expect(brokenOf({ "lost collections": 1 }, false)).toEqual(["lost collections"]);
  expect(sumUp([]).broken).toEqual(["nothing was counted"]);
});
