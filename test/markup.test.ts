import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Ways to turn a text into elements that bypass React, which renders texts as texts. */
const RAW = /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment/;
/** Contains a constant of ours, with the page's nonce. */
const OURS = ["components/info/missing-script.tsx"];

const files = ["app", "components", "lib"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !name.startsWith("core/prisma"))
    .map((name) => `${folder}/${name}`),
);

test("no page turns a text into markup", () => {
  expect(files.length).toBeGreaterThan(400);
  expect(files.filter((file) => RAW.test(readFileSync(file, "utf8")))).toEqual(OURS);
});

/**
 * A form sent before its script runs, or without it, is sent by the browser; by default that puts its fields into the
 * address.
 */
test("no form puts its fields, such as passwords, into the address, where histories and logs store it", () => {
  const forms = files
    .filter((file) => !file.includes(".test."))
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/<form\b[^>]*/g)].map(([tag]) => ({
        file,
        tag: tag.replace(/\s+/g, " "),
      })),
    );
  expect(forms.length).toBeGreaterThan(30);
  expect(forms.filter(({ tag }) => !/^<form (method="post"|action=)/.test(tag))).toEqual([]);
});
