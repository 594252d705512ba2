import { validateHeaderValue } from "node:http";
import fc from "fast-check";
import { expect, test } from "vitest";
import { intentKey, intentReference, readIntent } from "./intent-rules";

const anyIntent = fc.record({
  books: fc.constantFrom("LEXOFFICE" as const, "SEVDESK" as const, "DATEV" as const),
  externalId: fc.string({ minLength: 1, maxLength: 60 }),
  attempt: fc.integer({ min: 1, max: 999_999 }),
});

test("an intent can be parsed from its reference", () => {
  fc.assert(
    fc.property(anyIntent, (intent) => {
      expect(readIntent(intentReference(intent))).toEqual(intent);
    }),
  );
});

test("supplier, document, attempt and amount each change the key, and the same intent keeps it", () => {
  const one = {
    books: "LEXOFFICE",
    externalId: "b8f1c2d4-1f0a-4a3f-8b7e-5d1a2f9c0e77",
    attempt: 1,
    amountCents: 11_900,
  };
  const keys = [
    intentKey("cus_1", one),
    intentKey("cus_2", one),
    intentKey("cus_1", { ...one, books: "SEVDESK" }),
    intentKey("cus_1", { ...one, externalId: "x" }),
    intentKey("cus_1", { ...one, attempt: 2 }),
    intentKey("cus_1", { ...one, amountCents: 11_901 }),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(intentKey("cus_1", { ...one })).toBe(keys[0]);
  const odd = ["RE–17", "RE—17", "RE–18"].map((externalId) => intentKey("cus_1", { ...one, externalId }));
  expect(new Set([...keys, ...odd]).size).toBe(keys.length + 3);
  // GoCardless accepts keys of up to 128 characters.
  expect(intentKey(`cus_${"0".repeat(26)}`, { ...one, attempt: 999, amountCents: 99_999_999 }).length).toBeLessThan(
    128,
  );
});

test("a key can be sent as an HTTP header, whatever characters the document's id has", () => {
  fc.assert(
    fc.property(anyIntent, fc.string({ unit: "grapheme" }), (intent, letters) => {
      const key = intentKey("cus_1", { ...intent, externalId: intent.externalId + letters, amountCents: 1 });
      expect(() => validateHeaderValue("idempotency-key", key)).not.toThrow();
    }),
  );
});

test.each([undefined, "", "inv_1:1:11900", "LEXOFFICE", "LEXOFFICE::1", "LEXOFFICE:x:", "LEXOFFICE:x:one"])(
  "%j is not parsed as an intent",
  (mark) => {
    expect(readIntent(mark)).toBeUndefined();
  },
);
