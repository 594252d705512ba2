import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * Every file that stores something in the browser, and what. Stored data outlives a sign-out, and every script of the
 * page can read it.
 */
const KEPT: Record<string, string> = {
  "components/action/outage.ts": "the address to go back to after an outage",
  "components/info/missing-part.ts": "when a page was last reloaded",
  "components/login/use-sign-in.ts": "whether the box to stay logged in was ticked",
  "components/subscription/trial-popup.tsx": "which words on the trial were closed",
};

test("the browser stores only the choices and addresses that are listed here", () => {
  const files = ["app", "components", "lib"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."));
  const keeps = /\b(localStorage|sessionStorage|indexedDB|cookieStore)\b|\bdocument\.cookie\b|\bcaches\.open\b/;
  const found = sources.filter((file) => keeps.test(readFileSync(file, "utf8")));
  expect(found.sort()).toEqual(Object.keys(KEPT));
});
