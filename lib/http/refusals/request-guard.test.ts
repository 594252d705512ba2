import { once } from "node:events";
import { type ClientRequest, createServer, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MAX_BODY_BYTES, MAX_SIGN_IN_BYTES } from "@/lib/http/body/limits";
import { guardRequests } from "./request-guard";

/** Bytes of bodies that the handlers received, and how many requests reached them. */
const seen = { bytes: 0, requests: 0 };
const server = createServer(async (incoming, response) => {
  seen.requests += 1;
  if (incoming.headers.rsc) return response.end("part of a page");
  if (incoming.url === "/answers-at-once") return response.end("early");
  try {
    for await (const chunk of incoming) seen.bytes += (chunk as Buffer).byteLength;
    response.end("read");
  } catch {
    // The guard has closed the connection.
  }
});

beforeAll(async () => {
  guardRequests();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
beforeEach(() => Object.assign(seen, { bytes: 0, requests: 0 }));
afterAll(() => server.close());

const port = () => (server.address() as AddressInfo).port;

interface Sent {
  path: string;
  bytes: number;
  isChunked: boolean;
}

async function send({ path, bytes, isChunked }: Sent): Promise<{ status: number; body: string }> {
  const headers = isChunked ? {} : { "content-length": String(bytes) };
  const sent: ClientRequest = request({ port: port(), path, method: "POST", headers });
  // The server may close the connection while the rest is being sent.
  sent.on("error", () => {});
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  const piece = Buffer.alloc(8_000, "x");
  for (let left = bytes; left > 0; left -= piece.length) sent.write(piece.subarray(0, Math.min(left, piece.length)));
  sent.end();
  const [answer] = await answered;
  let body = "";
  for await (const chunk of answer) body += String(chunk);
  return { status: answer.statusCode ?? 0, body };
}

describe.each([
  ["announced", false],
  ["chunked", true],
])("a body (%s)", (_how, isChunked) => {
  test.each([
    ["/login", MAX_BODY_BYTES],
    ["/api/auth/callback/credentials", MAX_SIGN_IN_BYTES],
    ["/api/v1/login?x=/api/webhooks/stripe", MAX_BODY_BYTES],
    ["/nowhere", MAX_BODY_BYTES],
  ])("reaches %s completely up to the limit, and is refused with 413 if it is one byte longer", async (path, limit) => {
    expect(await send({ path, bytes: limit, isChunked })).toEqual({ status: 200, body: "read" });
    expect(seen).toEqual({ bytes: limit, requests: 1 });
    const refused = await send({ path, bytes: limit + 1, isChunked });
    expect(refused.status).toBe(413);
    if (path.startsWith("/api/"))
      expect(JSON.parse(refused.body)).toMatchObject({ status: 413, errorCode: "request_too_large" });
    else expect(refused.body).toBe("request too large\n");
  });

  test("of sixty megabytes is refused, and no handler receives more than the limit", async () => {
    expect((await send({ path: "/api/auth/signin", bytes: 60_000_000, isChunked })).status).toBe(413);
    expect(seen.bytes).toBeLessThanOrEqual(MAX_SIGN_IN_BYTES);
  });

  test("that no handler reads gets an answer or 413, and the server accepts the next request", async () => {
    const { status } = await send({ path: "/answers-at-once", bytes: 5_000_000, isChunked });
    expect([200, 413]).toContain(status);
    expect((await send({ path: "/login", bytes: 1, isChunked })).status).toBe(200);
  });
});

test("a chunked body that never ends is refused with 413, and its connection is closed", async () => {
  const line = connect(port(), "127.0.0.1");
  line.on("error", () => {});
  line.write("POST /login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n");
  const piece = `${(8_000).toString(16)}\r\n${"x".repeat(8_000)}\r\n`;
  const feeding = setInterval(() => line.writable && line.write(piece.repeat(50)), 5);
  let answer = "";
  line.on("data", (part: Buffer) => {
    answer += part.toString();
  });
  await once(line, "close");
  clearInterval(feeding);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(seen.bytes).toBeLessThanOrEqual(MAX_BODY_BYTES);
});

test("a misspelt API address gets 404 with a problem and reaches no handler; a page's address is left to the pages", async () => {
  for (const path of ["/api/v1/%ff", "/api//v1/login", "/%61pi/v1/login"]) {
    const refused = await send({ path, bytes: 2, isChunked: false });
    expect(refused.status, path).toBe(404);
    expect(JSON.parse(refused.body), path).toMatchObject({ status: 404, errorCode: "not_found" });
  }
  expect(seen.requests).toBe(0);
  expect((await send({ path: "/app//invoices", bytes: 2, isChunked: false })).status).toBe(200);
});

test.each(["TRACE", "PROPFIND"])(
  "the unsupported method %s gets 501 at every address, and a problem below /api",
  async (method) => {
    for (const path of ["/api/v1/login", "/login"]) {
      const sent = request({ port: port(), path, method }).end();
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      let body = "";
      for await (const chunk of response) body += String(chunk);
      expect(response.statusCode, path).toBe(501);
      if (path.startsWith("/api/"))
        expect(JSON.parse(body)).toMatchObject({ status: 501, errorCode: "method_unknown" });
      else expect(body).toBe("method unknown\n");
    }
    expect(seen.requests).toBe(0);
  },
);

test.each([
  ["/login", "part of a page"],
  ["/api/v1/status", "read"],
])("a request for %s with the rsc header gets a part of a page only outside the API", async (path, answer) => {
  const sent = request({ port: port(), path, headers: { rsc: "1" } }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let body = "";
  for await (const chunk of response) body += String(chunk);
  expect(body).toBe(answer);
});
