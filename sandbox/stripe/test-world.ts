import { createServer, type Server } from "node:http";
import Stripe from "stripe";
import { TwinClock } from "../kit/clock";
import { Faults } from "../kit/faults";
import { portOf, Router, startServer } from "../kit/http";
import { RequestLog } from "../kit/requests";
import { Store } from "../kit/store";
import type { Kit, Twin } from "../kit/twin";
import { shapeProblems } from "./shape-check";
import { createStripeTwin } from "./twin";
import { APP, type Settings } from "./world";

/** A twin on a free port, its control panel, and an app that receives its webhooks, for the tests of this folder. */
export interface TestWorld {
  kit: Kit;
  twin: Twin;
  port: number;
  url: string;
  stripe: Stripe;
  received: { raw: string; signature: string }[];
  /** Faults in the shape of all answers and events so far. */
  problems: string[];
  clientWith: (key: string, more?: object) => Stripe;
  raw: (
    method: string,
    path: string,
    form?: Record<string, string>,
    headers?: Record<string, string>,
  ) => Promise<Response>;
  desk: (path: string, body?: object) => Promise<{ status: number; body: Record<string, Record<string, unknown>> }>;
  /** Waits for an event of this type and returns the verified events received so far. */
  events: (type: string) => Promise<Stripe.Event[]>;
  move: (days: number) => Promise<unknown>;
  price: (key: string) => Promise<string>;
  close: () => Promise<void>;
}

export async function startTestWorld(options: Partial<Settings> = {}, file = ":memory:"): Promise<TestWorld> {
  const received: TestWorld["received"] = [];
  const app = await startApp(received);
  const store = new Store(file);
  const appUrl = `http://127.0.0.1:${portOf(app)}`;
  const kit: Kit = { store, clock: new TwinClock(store), faults: new Faults(), log: new RequestLog(), appUrl };
  const twin = createStripeTwin(kit, { requestsPerSecond: 10_000, ...options });
  if (store.collection("stripe-products").size === 0) twin.reset("demo");
  await twin.start(0);
  const deskRouter = new Router();
  twin.deskRoutes(deskRouter);
  const { faults, log } = kit;
  const notFound = () => ({ status: 404, body: { error: "no such route" } });
  const base = { provider: "desk", router: deskRouter, faults, log, store };
  const desk = await startServer(0, { ...base, notFound, tooMany: notFound });
  const { apiUrl } = twin.state() as { apiUrl: string };
  const port = Number(new URL(apiUrl).port);
  const url = `http://127.0.0.1:${port}`;
  const problems: string[] = [];
  const clientWith = (key: string, more: object = {}): Stripe =>
    new Stripe(key, { host: "127.0.0.1", port, protocol: "http", httpClient: checkingClient(problems), ...more });
  const stripe = clientWith(APP.secretKey);
  const price = async (key: string): Promise<string> =>
    (await stripe.prices.list({ lookup_keys: [key] })).data[0]?.id ?? "";
  return {
    ...{ kit, twin, port, url, stripe, received, problems, clientWith, price },
    raw: (method, path, form, headers) => call(`${url}${path}`, method, form, headers),
    desk: (path, body) => post(`http://127.0.0.1:${portOf(desk)}${path}`, body),
    events: (type) => waitForEvents(received, problems, stripe, type),
    move: (days) => kit.clock.advanceDays(days),
    async close() {
      await twin.stop();
      for (const server of [desk, app]) await close(server);
      store.close();
    },
  };
}

async function startApp(received: TestWorld["received"]): Promise<Server> {
  const app = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString("utf8");
    received.push({ raw, signature: String(incoming.headers["stripe-signature"]) });
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  return app;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** Returns the real client over fetch; every answer is checked against the vendor's shapes. */
function checkingClient(problems: string[]): Stripe.HttpClient {
  return Stripe.createFetchHttpClient(async (input: RequestInfo | URL, init?: RequestInit) => {
    const response = await fetch(input, init);
    const text = await response.clone().text();
    if (response.ok) problems.push(...shapeProblems(JSON.parse(text)));
    return response;
  });
}

function call(
  url: string,
  method: string,
  form?: Record<string, string>,
  headers?: Record<string, string>,
): Promise<Response> {
  return fetch(url, {
    method,
    redirect: "manual",
    headers: { authorization: `Bearer ${APP.secretKey}`, ...headers },
    ...(form ? { body: new URLSearchParams(form) } : {}),
  });
}

async function post(url: string, body?: object): ReturnType<TestWorld["desk"]> {
  const response = await fetch(url, { method: "POST", body: body ? JSON.stringify(body) : undefined });
  return { status: response.status, body: (await response.json()) as Record<string, Record<string, unknown>> };
}

async function waitForEvents(
  received: TestWorld["received"],
  problems: string[],
  stripe: Stripe,
  type: string,
): Promise<Stripe.Event[]> {
  const read = (): Stripe.Event[] =>
    received.map(({ raw, signature }) => stripe.webhooks.constructEvent(raw, signature, APP.webhookSecret));
  const deadline = Date.now() + 4_000;
  while (!read().some((event) => event.type === type) && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
  for (const { raw } of received) problems.push(...shapeProblems(JSON.parse(raw)));
  return read();
}
