import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test } from "vitest";
import { GocardlessCaller } from "./client";

/** A server at a configured address, not the client's own. It never answers requests about PM-SILENT. */
let asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
  if (request.url?.includes("PM-SILENT")) return;
  const body = request.url?.startsWith("/creditors")
    ? { creditors: [{ id: "CR1" }], meta: { cursors: { before: null, after: null } } }
    : { error: { code: 404, type: "invalid_api_usage", message: "no such payment", errors: [] } };
  response.writeHead("error" in body ? 404 : 200, { "content-type": "application/json" }).end(JSON.stringify(body));
});
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
beforeEach(() => {
  asked = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("GoCardless's client calls the configured address with the given token", async () => {
  const gc = new GocardlessCaller("the-token", apiUrl, 10_000);
  expect(await gc.call((client) => client.creditors.list({ limit: 1 }))).toMatchObject({ creditors: [{ id: "CR1" }] });
  expect(asked).toEqual(["GET /creditors?limit=1 Bearer the-token"]);
});

test("a path in the configured address stays in front of the request's path", async () => {
  const gc = new GocardlessCaller("the-token", `${apiUrl}/creditors/twin`, 10_000);
  await gc.call((client) => client.creditors.list({ limit: 1 }));
  expect(asked).toEqual(["GET /creditors/twin/creditors?limit=1 Bearer the-token"]);
});

test("an error answer becomes a ProviderError", async () => {
  const gc = new GocardlessCaller("the-token", apiUrl, 10_000);
  await expect(gc.call((client) => client.payments.find("PM1"))).rejects.toMatchObject({ kind: "not_found" });
});

test("a write without an answer times out with an unknown outcome", async () => {
  const gc = new GocardlessCaller("the-token", apiUrl, 1_000);
  const begun = Date.now();
  await expect(gc.call((client) => client.payments.cancel("PM-SILENT", {}))).rejects.toMatchObject({
    kind: "network",
    isOutcomeUnknown: true,
    message: "provider timeout: no answer from GoCardless",
  });
  expect(Date.now() - begun).toBeLessThan(10_000);
  expect(asked).toEqual(["POST /payments/PM-SILENT/actions/cancel Bearer the-token"]);
});
