import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { callProvider } from "./http-client";

/** Something that only our own network can reach, and a vendor that sends us there. */
let reached: string[] = [];
const inside = createServer((request, response) => {
  reached.push(`${request.method} ${request.url} ${request.headers.authorization}`);
  response.end("secrets");
});
const vendor = createServer((request, response) => {
  const status = Number(request.url?.slice(1));
  if (status > 0) response.writeHead(status, { location: `${addressOf(inside)}/latest/meta-data` }).end();
});

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
for (const server of [inside, vendor]) await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
afterAll(() => {
  for (const server of [inside, vendor]) server.closeAllConnections();
  for (const server of [inside, vendor]) server.close();
});

test.each([301, 302, 303, 307, 308])("a vendor's answer %i sends us nowhere", async (status) => {
  reached = [];
  const init = { method: "POST", headers: { authorization: "Bearer token" }, body: "{}" };
  await expect(callProvider("lexware", `${addressOf(vendor)}/${status}`, init, 5_000)).rejects.toMatchObject({
    kind: "network",
  });
  expect(reached).toEqual([]);
});

test("a vendor that never answers is given up, and nothing of the address is told but its host", async () => {
  const call = callProvider("lexware", `${addressOf(vendor)}/?token=secret`, { method: "GET" }, 50);
  await expect(call).rejects.toMatchObject({ kind: "network", message: expect.not.stringContaining("secret") });
});
