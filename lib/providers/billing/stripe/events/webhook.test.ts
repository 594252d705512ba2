import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readStripeWebhook } from "./webhook";

const SECRET = "whsec_test";
const EVENT = {
  id: "evt_1",
  object: "event",
  type: "customer.subscription.updated",
  created: 1_789_000_000,
  data: { object: { object: "subscription", id: "sub_1", customer: "cus_1" } },
};

/** Signs like Stripe: over the time and the bytes. */
function read(text: string, { secret = SECRET, at = Math.floor(Date.now() / 1_000) } = {}) {
  const signature = createHmac("sha256", secret).update(`${at}.${text}`).digest("hex");
  return readStripeWebhook(Buffer.from(text), `t=${at},v1=${signature}`, SECRET);
}

describe("a webhook of Stripe", () => {
  test.each([
    [EVENT.data.object, "cus_1", null],
    [{ object: "subscription", id: "sub_1", customer: { id: "cus_2" } }, "cus_2", null],
    [{ object: "customer", id: "cus_3" }, "cus_3", null],
    [{ object: "product", id: "prod_1", customer: null }, null, null],
    [{ object: "dispute", id: "du_1", charge: "ch_1", payment_intent: "pi_1" }, null, "pi_1"],
  ])("about %j concerns customer %s", (object, stripeCustomerId, paymentId) => {
    const event = { ...EVENT, data: { object } };
    expect(read(JSON.stringify(event))).toEqual({
      ...{ id: "evt_1", type: EVENT.type, stripeCustomerId, paymentId, payload: event },
      occurredAt: new Date(1_789_000_000_000),
    });
  });

  test("with the signature of another secret, or an old one, is rejected", () => {
    const text = JSON.stringify(EVENT);
    expect(read(text, { secret: "guessed" })).toBeUndefined();
    expect(read(text, { at: Math.floor(Date.now() / 1_000) - 600 })).toBeUndefined();
    for (const signature of [null, "", "t=1", "x"])
      expect(readStripeWebhook(Buffer.from(text), signature, SECRET)).toBeUndefined();
  });

  test.each([
    "{",
    "null",
    "1",
    "[]",
    "{}",
    JSON.stringify({ ...EVENT, created: "now" }),
    JSON.stringify({ ...EVENT, data: null }),
  ])("that is genuine but unreadable is invalid input, not a wrong signature: %s", (text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: "invalid_input" }));
  });
});

test("only a signature over these bytes is accepted, and a signed body is an event or invalid input", () => {
  const text = JSON.stringify(EVENT);
  const now = Math.floor(Date.now() / 1_000);
  const forged = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[0-9a-f]{64}$/).map((hex) => `t=${now},v1=${hex}`),
  );
  fc.assert(
    fc.property(forged, (signature) => {
      expect(readStripeWebhook(Buffer.from(text), signature, SECRET)).toBeUndefined();
    }),
  );
  const bent = fc.record({ created: fc.anything(), data: fc.anything(), id: fc.anything() });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        bent.map((part) => JSON.stringify({ ...EVENT, ...part })),
      ),
      (body) => {
        try {
          expect(read(body)?.occurredAt.getTime()).not.toBeNaN();
        } catch (error) {
          expect(error).toMatchObject({ code: "invalid_input" });
        }
      },
    ),
    { numRuns: 500 },
  );
});
