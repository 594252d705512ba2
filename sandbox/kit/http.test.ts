import type { Server } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CallFault, Faults } from "./faults";
import { portOf, Router, startServer } from "./http";
import { RequestLog } from "./requests";
import { Store } from "./store";

const faults = new Faults();
let server: Server;
let done: number;

beforeEach(async () => {
  done = 0;
  const router = new Router().on("POST", "/things", () => {
    done += 1;
    return { status: 201, body: { id: "thing" } };
  });
  const notFound = () => ({ status: 404 });
  const tooMany = () => ({ status: 429 });
  const [log, store] = [new RequestLog(), new Store(":memory:")];
  server = await startServer(0, { provider: "vendor", router, faults, log, store, notFound, tooMany });
});
afterEach(() => {
  faults.clear();
  server.closeAllConnections();
  server.close();
});

test.each<[kind: CallFault, status: number, done: number]>([
  ["status-500", 500, 0],
  ["status-502-html", 502, 0],
  ["status-429", 429, 0],
  ["status-504-after", 504, 1],
  ["malformed-json", 201, 1],
])("answers the fault %s with %i after the work was done %i times", async (kind, status, times) => {
  faults.add({ provider: "vendor", kind, times: 1 });
  const post = () => fetch(`http://127.0.0.1:${portOf(server)}/things`, { method: "POST" });
  const answer = await post();
  expect([answer.status, done]).toEqual([status, times]);
  expect(await answer.text()).not.toContain(`"thing"}`);
  expect(await (await post()).json()).toEqual({ id: "thing" });
});
