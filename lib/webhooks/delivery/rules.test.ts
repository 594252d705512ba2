import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { isHopeless, isReceived, nextAttempt, signedMessage } from "./rules";

const [secret, former, wrong] = [1, 2, 3].map((n) => `whsec_${Buffer.alloc(32, n).toString("base64")}`) as [
  string,
  string,
  string,
];
const message = { id: "msg_1", kind: "debit.changed", data: { debitId: "col_1" }, createdAt: new Date(0) };

test("a message carries a signature by each valid secret, which the convention's library accepts", () => {
  const { body, headers } = signedMessage(message, [secret, former], new Date());
  for (const valid of [secret, former])
    expect(new Webhook(valid).verify(body, headers)).toEqual({
      ...{ type: "debit.changed", timestamp: "1970-01-01T00:00:00.000Z", data: { debitId: "col_1" } },
    });
  expect(() => new Webhook(wrong).verify(body, headers)).toThrow();
  expect(() => new Webhook(secret).verify(body.replace("col_1", "col_2"), headers)).toThrow();
  expect(headers["webhook-id"]).toBe("msg_1");
  expect(headers["webhook-signature"].split(" ")).toHaveLength(2);
});

test("each attempt sends the same id and body, with a time and a signature of its own", () => {
  const [first, second] = [1_000_000, 2_000_000].map((at) => signedMessage(message, [secret], new Date(at)));
  expect(second?.body).toBe(first?.body);
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect(second?.headers["webhook-signature"]).not.toBe(first?.headers["webhook-signature"]);
});

test("attempts are repeated with growing pauses for a day", () => {
  const start = new Date("2026-11-30T08:00:00Z");
  const pauses: number[] = [];
  let at = start;
  for (let attempts = 1; ; attempts += 1) {
    const next = nextAttempt(attempts, at);
    if (!next) break;
    pauses.push(next.getTime() - at.getTime());
    at = next;
  }
  expect(pauses).toHaveLength(8);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  const hours = (at.getTime() - start.getTime()) / 3_600_000;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThan(25);
});

test("an endpoint is hopeless after five days of failures, or at once if it says that it is gone", () => {
  const since = new Date("2026-11-25T08:00:00Z");
  expect(isHopeless(since, 500, new Date("2026-11-30T07:59:00Z"))).toBe(false);
  expect(isHopeless(since, 500, new Date("2026-11-30T08:00:00Z"))).toBe(true);
  expect(isHopeless(since, 410, since)).toBe(true);
});

test("only a status from 200 to 299 counts as received", () => {
  expect([199, 200, 204, 299, 300, 302, 400, 410, 500].filter(isReceived)).toEqual([200, 204, 299]);
});
