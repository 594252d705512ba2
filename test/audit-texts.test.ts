import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import en from "@/messages/en.json";

/** Acts about the installation, which no supplier's feed shows. */
const OF_OPERATORS = ["operator.granted", "operator.withdrawn", "operator.replayed"];

test("every act in the audit log has a text in the feed of what happened", () => {
  const files = globSync("lib/**/*.ts").filter((file) => !file.includes(".test."));
  const acts = files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    if (!text.includes("writeAudit(")) return [];
    return [...text.matchAll(/\baction:[^"\n]*"([\w-]+\.[\w-]+)"(?: : "([\w-]+\.[\w-]+)")?/g)].flatMap(
      ([, one, other]) => [one, other].filter((act) => act !== undefined),
    );
  });
  expect(acts.length).toBeGreaterThan(40);
  const texts = Object.keys(en.activity.acts);
  const silent = acts.filter((act) => !OF_OPERATORS.includes(act) && !texts.includes(act.replaceAll(".", "_")));
  expect([...new Set(silent)]).toEqual([]);
});
