import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Ways to make elements out of a text, past React, which writes texts as texts. */
const RAW = /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment/;
/** Holds a constant of ours, with the page's nonce. */
const OURS = ["components/info/missing-script.tsx"];

const files = ["app", "components", "lib"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith("core/prisma"))
    .map((name) => `${folder}/${name}`),
);

test("nothing on a page is made of a text as markup", () => {
  expect(files.length).toBeGreaterThan(400);
  expect(files.filter((file) => RAW.test(readFileSync(file, "utf8")))).toEqual(OURS);
});

/** A form that is sent before its script runs, or without it, is sent by the browser; by itself, that is in the address. */
test("no form puts what was typed into the address, where histories and logs keep it: not a password, either", () => {
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
