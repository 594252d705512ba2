import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readGocardlessWebhook } from "./webhook";

const SECRET = "webhook-secret";
const event = (n: number) => ({
  id: `EV${n}`,
  created_at: "2026-09-15T08:00:00.000Z",
  resource_type: "payments",
  action: "confirmed",
  links: { payment: `PM${n}`, organisation: "OR1" },
});
const raw = (count = 1) =>
  Buffer.from(
    JSON.stringify({ events: Array.from({ length: count }, (_, i) => event(i)), meta: { webhook_id: "WB1" } }),
  );
const signed = (body: Buffer, secret = SECRET) => createHmac("sha256", secret).update(body).digest("hex");

describe("a webhook of GoCardless", () => {
  test("that is genuine yields all its events, in order", () => {
    const events = readGocardlessWebhook(raw(250), signed(raw(250)), SECRET);
    expect(events).toHaveLength(250);
    expect(events?.[249]).toMatchObject({
      id: "EV249",
      resourceId: "PM249",
      organisationId: "OR1",
      action: "confirmed",
    });
  });

  test("without events is accepted", () => {
    expect(readGocardlessWebhook(raw(0), signed(raw(0)), SECRET)).toEqual([]);
  });

  test.each([
    ["another secret", signed(raw(), "other")],
    ["another body", signed(raw(2))],
    ["none", null],
    ["an empty one", ""],
    ["one that is too short", signed(raw()).slice(0, 62)],
    ["one with a prefix", `v1=${signed(raw())}`],
    ["letters that are no digits", "z".repeat(64)],
  ])("with the signature of %s is rejected", (_what, signature) => {
    expect(readGocardlessWebhook(raw(), signature, SECRET)).toBeUndefined();
  });

  test("changed by one byte is rejected", () => {
    const changed = Buffer.from(raw());
    changed[changed.length - 2] = 32;
    expect(readGocardlessWebhook(changed, signed(raw()), SECRET)).toBeUndefined();
  });

  test.each([
    '{"events": [',
    "null",
    '{"events":{}}',
    '{"events":[[]]}',
    JSON.stringify({ events: [event(1), { ...event(2), created_at: "some day" }] }),
    JSON.stringify({ events: [{ ...event(1), created_at: "+275760-09-13T00:00:00Z" }] }),
    JSON.stringify({ events: [{ ...event(1), created_at: "0000-01-01T00:00:00Z" }] }),
  ])("that is genuine but unreadable is invalid input as a whole, not a wrong signature: %s", (text) => {
    const broken = Buffer.from(text);
    expect(() => readGocardlessWebhook(broken, signed(broken), SECRET)).toThrow(
      expect.objectContaining({ code: "invalid_input" }),
    );
  });
});

test("only a signature over these bytes is accepted, and a signed body is read or refused as a whole", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f]{64}$/)), (signature) => {
      expect(readGocardlessWebhook(raw(), signature, SECRET)).toBeUndefined();
    }),
  );
  const anything = fc.oneof(
    fc.string(),
    fc.json(),
    fc.record({ events: fc.array(fc.anything()) }).map((body) => JSON.stringify(body)),
  );
  fc.assert(
    fc.property(anything, (text) => {
      const body = Buffer.from(text);
      try {
        expect(readGocardlessWebhook(body, signed(body), SECRET)).toBeInstanceOf(Array);
      } catch (error) {
        expect(error).toMatchObject({ code: "invalid_input" });
      }
    }),
    { numRuns: 500 },
  );
});
