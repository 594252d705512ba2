import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { StripeCaller } from "./client";

/** Answers to give in order; the last one repeats. Undefined means no answer. */
let answers: ([number, object] | undefined)[] = [];
let asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  if (!answer) return;
  const headers = { "content-type": "application/json", "stripe-should-retry": "false" };
  response.writeHead(answer[0], headers).end(JSON.stringify(answer[1]));
});
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const COUPON = { id: "C", object: "coupon" };
const TOO_MANY = { error: { type: "invalid_request_error", code: "rate_limit", message: "slow down" } };

async function read(timeoutMs: number, ...laid: typeof answers) {
  [answers, asked] = [laid, []];
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const caller = new StripeCaller({ apiUrl, secretKey: "sk_test_1", timeoutMs });
  return await caller.call((stripe) => stripe.coupons.retrieve("C"));
}

test("Stripe's client calls the configured address with our key", async () => {
  expect(await read(10_000, [200, COUPON])).toMatchObject(COUPON);
  expect(asked).toEqual(["GET /v1/coupons/C Bearer sk_test_1"]);
});

test("a call that exceeded the rate limit is repeated after a moment", async () => {
  expect(await read(10_000, [429, TOO_MANY], [200, COUPON])).toMatchObject(COUPON);
  expect(asked).toHaveLength(2);
});

test.each([
  ["a no", [404, { error: { type: "invalid_request_error" } }], "not_found"],
  ["a failure", [500, { error: { type: "api_error" } }], "unavailable"],
  ["the JSON of something on the way, without an error in it", [502, { status: "bad gateway" }], "unavailable"],
])("%s becomes a ProviderError without a repetition", async (_what, answer, kind) => {
  await expect(read(10_000, answer as [number, object])).rejects.toMatchObject({ kind });
  expect(asked).toHaveLength(1);
});

test("a server that does not answer is given up after the client's single retry", async () => {
  await expect(read(100, undefined)).rejects.toMatchObject({ kind: "network", isOutcomeUnknown: true });
  expect(asked).toHaveLength(2);
});
