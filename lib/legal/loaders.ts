import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { cache } from "react";
import { env } from "@/lib/core/env";
import { LOCALES, type Locale } from "@/lib/core/locales";
import { withoutTitle } from "./rules";
import type { LegalDocument } from "./types";

export interface LegalText {
  /** Without the first heading. */
  markdown: string;
  language: Locale;
  /** True for our template, which only says what belongs here: the operator has not written this page yet. */
  isTemplate: boolean;
}

/**
 * Loads a legal text of the operator in the reader's language. If there is none, it loads the other language, because a
 * binding text in a foreign language is better than none; after that our template. Files are read for every page, so
 * that a correction needs no restart.
 */
export const loadLegalText = cache(async (document: LegalDocument, locale: Locale): Promise<LegalText> => {
  const folder = env().EINZUG_LEGAL_DIR;
  for (const language of [locale, ...LOCALES.filter((other) => other !== locale)]) {
    const source = folder ? await readText(join(folder, `${document}.${language}.md`)) : undefined;
    if (source?.trim()) return { markdown: withoutTitle(source), language, isTemplate: false };
  }
  const template = await readFile(join(process.cwd(), "messages/legal", `${document}.${locale}.md`), "utf8");
  return { markdown: withoutTitle(template), language: locale, isTemplate: true };
});

async function readText(path: string): Promise<string | undefined> {
  return await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}
