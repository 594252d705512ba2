import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { loadLegalText } from "./loaders";

const folder = mkdtempSync(join(tmpdir(), "legal-"));

beforeAll(() => {
  process.env.EINZUG_LEGAL_DIR = folder;
});

test("a page without the operator's text shows the template in the reader's language", async () => {
  const german = await loadLegalText("terms", "de");
  const english = await loadLegalText("terms", "en");
  expect(german).toMatchObject({ language: "de", isTemplate: true });
  expect(english).toMatchObject({ language: "en", isTemplate: true });
  expect(german.markdown.split("\n\n").length).toBe(english.markdown.split("\n\n").length);
});

test("the operator's text replaces the template, and a correction appears immediately", async () => {
  writeFileSync(join(folder, "imprint.de.md"), "# Impressum\n\nMuster GmbH");
  const markdown = "\nMuster GmbH";
  expect(await loadLegalText("imprint", "de")).toEqual({ markdown, language: "de", isTemplate: false });
  writeFileSync(join(folder, "imprint.de.md"), "Muster AG");
  expect(await loadLegalText("imprint", "de")).toMatchObject({ markdown: "Muster AG" });
});

test("a page that the operator did not write in one language appears in the other one", async () => {
  writeFileSync(join(folder, "privacy.de.md"), "Wir speichern wenig.");
  writeFileSync(join(folder, "privacy.en.md"), " \n");
  expect(await loadLegalText("privacy", "en")).toMatchObject({ language: "de", isTemplate: false });
});
