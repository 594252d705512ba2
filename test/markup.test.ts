import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Ways to make elements out of a text, past React, which writes texts as texts. */
const RAW = /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment/;
/** Holds a constant of ours, with the page's nonce. */
const OURS = ["components/info/missing-script.tsx"];

test("nothing on a page is made of a text as markup", () => {
  const files = ["app", "components", "lib"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !name.startsWith("core/prisma"))
      .map((name) => `${folder}/${name}`),
  );
  expect(files.length).toBeGreaterThan(400);
  expect(files.filter((file) => RAW.test(readFileSync(file, "utf8")))).toEqual(OURS);
});
