import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { portOf } from "./http";
import { post } from "./post";

let server: Server | undefined;
const received: { method: string | undefined; type: string | undefined; body: string; socket: number }[] = [];
afterEach(() => {
  received.length = 0;
  server?.closeAllConnections();
  server?.close();
});

/** Starts an app that notes each call before it answers. */
async function startApp(answer: RequestListener): Promise<string> {
  server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    const { method, headers, socket } = incoming;
    const body = Buffer.concat(chunks).toString("utf8");
    received.push({ method, type: headers["content-type"], body, socket: socket.remotePort ?? 0 });
    answer(incoming, response);
  });
  const app = server;
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${portOf(app)}/hook`;
}

const call = (url: string) => ({ url, headers: { "content-type": "application/json" }, body: '{"name":"Müller"}' });

test("A webhook arrives with its headers and bytes, and the answered status is returned.", async () => {
  const url = await startApp((_incoming, response) => response.writeHead(503).end("busy"));
  expect(await post(call(url), 5_000)).toBe(503);
  expect(received).toMatchObject([{ method: "POST", type: "application/json", body: '{"name":"Müller"}' }]);
});

test("Webhooks in a row use one connection.", async () => {
  const url = await startApp((_incoming, response) => response.writeHead(204).end());
  for (let i = 0; i < 3; i += 1) expect(await post(call(url), 5_000)).toBe(204);
  expect(new Set(received.map(({ socket }) => socket)).size).toBe(1);
});

test("A redirect is an answer, and nobody follows it.", async () => {
  const url = await startApp((_incoming, response) => response.writeHead(302, { location: "/other" }).end());
  expect(await post(call(url), 5_000)).toBe(302);
  expect(received).toHaveLength(1);
});

test.each<[what: string, answer: RequestListener]>([
  ["closes the connection", (incoming) => incoming.socket.destroy()],
  ["does not answer in time", () => {}],
  [
    "stops in the middle of its answer",
    (incoming, response) => {
      response.writeHead(200, { "content-length": "10" }).write("half");
      setTimeout(() => incoming.socket.destroy(), 20);
    },
  ],
])("An app that %s has not received the webhook.", async (_what, answer) => {
  expect(await post(call(await startApp(answer)), 300)).toBe(null);
});

test("An address at which nothing listens has not received the webhook.", async () => {
  expect(await post(call("http://127.0.0.1:1/hook"), 5_000)).toBe(null);
});
