import { createServer, type Server } from "node:http";
import { Environments, type Event, GoCardlessClient, parse } from "gocardless-nodejs";
import { TwinClock } from "../kit/clock";
import { Faults } from "../kit/faults";
import { portOf, Router, startServer } from "../kit/http";
import { RequestLog } from "../kit/requests";
import { Store } from "../kit/store";
import type { Kit, Twin } from "../kit/twin";
import { createGoCardlessTwin } from "./twin";
import { APP, type Settings } from "./world";

/** A twin on a free port, its control panel, and an app that receives its webhooks, for the tests of this folder. */
export interface TestWorld {
  kit: Kit;
  twin: Twin;
  url: string;
  /** Bodies and signatures of the webhooks received, oldest first. */
  received: { raw: string; signature: string }[];
  client: (token?: string, raise?: boolean) => GoCardlessClient;
  desk: (path: string, body?: object) => Promise<{ status: number; body: Record<string, Record<string, unknown>> }>;
  deskUrl: (path: string) => string;
  /** Waits for at least `count` events and returns the verified events received so far. */
  events: (count: number) => Promise<Event[]>;
  close: () => Promise<void>;
}

export async function startTestWorld(options: Partial<Settings> = {}): Promise<TestWorld> {
  const received: TestWorld["received"] = [];
  const app = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    received.push({
      raw: Buffer.concat(chunks).toString("utf8"),
      signature: String(incoming.headers["webhook-signature"]),
    });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  const store = new Store(":memory:");
  const appUrl = `http://127.0.0.1:${portOf(app)}`;
  const kit: Kit = { store, clock: new TwinClock(store), faults: new Faults(), log: new RequestLog(), appUrl };
  const twin = createGoCardlessTwin(kit, { webhookDelayMs: 5, ...options });
  twin.reset("demo");
  await twin.start(0);
  const desk = await startDesk(kit, twin);
  const deskUrl = (path: string) => `http://127.0.0.1:${portOf(desk)}${path}`;
  const { apiUrl } = twin.state() as { apiUrl: string };
  const url = apiUrl.replace("localhost", "127.0.0.1");
  return {
    kit,
    twin,
    url,
    received,
    client: (token, raise) => clientAt(url, token, raise),
    desk: (path, body) => post(deskUrl(path), body),
    deskUrl,
    events: (count) => waitForEvents(received, count),
    async close() {
      await twin.stop();
      for (const server of [desk, app]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
      store.close();
    },
  };
}

async function startDesk(kit: Kit, twin: Twin): Promise<Server> {
  const router = new Router();
  twin.deskRoutes(router);
  const { faults, log, store } = kit;
  const notFound = () => ({ status: 404, body: { error: "no such route" } });
  return startServer(0, { provider: "desk", router, faults, log, store, notFound, tooMany: notFound });
}

/** Returns a client for this address. The client has no such option, so its private field is set. */
export function clientAt(url: string, token: string = APP.demoToken, raise = false): GoCardlessClient {
  const client = new GoCardlessClient(token, Environments.Sandbox, { raiseOnIdempotencyConflict: raise });
  (client as unknown as { _api: { _baseUrl: string } })._api._baseUrl = url;
  return client;
}

async function post(url: string, body?: object): ReturnType<TestWorld["desk"]> {
  const response = await fetch(url, { method: "POST", body: body ? JSON.stringify(body) : undefined });
  return { status: response.status, body: (await response.json()) as Record<string, Record<string, unknown>> };
}

async function waitForEvents(received: TestWorld["received"], count: number): Promise<Event[]> {
  const read = () => received.flatMap(({ raw, signature }) => parse(raw, APP.webhookSecret, signature));
  const deadline = Date.now() + 3_000;
  while (read().length < count && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
  return read();
}
