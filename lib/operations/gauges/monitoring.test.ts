import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const exported = [...readFileSync("lib/operations/gauges/data.ts", "utf8").matchAll(/name: "(einzug_\w+)"/g)].map(
  ([, name]) => name,
);

/** The files that operators load into Prometheus and Grafana. */
const FILES = ["rules.yml", "rules.test.yml", "board.json"].map((name) => `docker/monitoring/${name}`);

test.each(FILES)("%s uses only metrics that the product exports", (file) => {
  const used = readFileSync(file, "utf8").match(/\beinzug_[a-z_]+/g) ?? [];
  expect(used.length).toBeGreaterThan(8);
  for (const name of used) expect(exported).toContain(name);
});

test("the board shows every metric that the product exports", () => {
  const board = readFileSync("docker/monitoring/board.json", "utf8");
  for (const name of exported) expect(board).toContain(name);
});

test("every alert is tested both silent and firing", () => {
  const alerts = [...readFileSync("docker/monitoring/rules.yml", "utf8").matchAll(/- alert: (\w+)/g)].map(
    ([, name]) => name,
  );
  const tests = readFileSync("docker/monitoring/rules.test.yml", "utf8");
  for (const alert of alerts) {
    expect(tests).toMatch(new RegExp(`alertname: ${alert} \\}`));
    expect(tests).toMatch(new RegExp(`alertname: ${alert}\\n\\s+exp_alerts`));
  }
});
