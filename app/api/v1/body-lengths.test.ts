import { expect, test } from "vitest";
import type { Schema } from "@/soak/fuzz/schema-values";
import { apiBodies } from "@/test/api-bodies";

/** Returns texts that the field's description forbids only because of the white space at their end. */
function tooLong(text: string, { maxLength, pattern }: Schema): string[] {
  const texts = maxLength === undefined ? [] : [text + " ".repeat(maxLength + 1 - [...text].length)];
  return pattern && !new RegExp(pattern, "u").test(`${text}\n`) ? [...texts, `${text}\n`] : texts;
}

test.each(apiBodies)("$call validates a text as it was sent, before trimming", ({ body, schema, samples }) => {
  const texts = Object.entries(schema.properties ?? {}).filter(([, field]) => field.type === "string");
  const sample = samples().find((one) => body.safeParse(one).success) as Record<string, unknown>;
  for (const [name, field] of texts)
    for (const text of tooLong(String(sample[name] ?? ""), field))
      expect(body.safeParse({ ...sample, [name]: text }).success, `${name} ${JSON.stringify(text)}`).toBe(false);
});

test("at least six calls accept a text with a maximum length", () => {
  const withLines = apiBodies.filter(({ schema }) =>
    Object.values(schema.properties ?? {}).some(({ type, maxLength }) => type === "string" && maxLength !== undefined),
  );
  expect(withLines.length).toBeGreaterThan(5);
});
