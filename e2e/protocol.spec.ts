import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { expect, test } from "./support/fixtures";
import { COOKIE } from "./support/sessions";

/** Tests answers to HTTP requests that our own pages would never send. */
const APP = process.env.APP_URL ?? "";

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Uses `node:http`, because `fetch` cannot send TRACE. */
async function ask(method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return await new Promise((answered, failed) => {
    const sent = request(`${APP}${path}`, { method, headers }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        body += part;
      });
      response.on("end", () => answered({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    sent.on("error", failed);
    sent.end();
  });
}

async function aChunk(): Promise<string> {
  const { body } = await ask("GET", "/login");
  return body.match(/"(\/_next\/static\/[^"?]+\.js)/)?.[1] ?? "";
}

test("no other site may read an answer, or is allowed to by CORS headers", async () => {
  const paths = ["/login", "/app", "/app/invoices/export", "/api/v1/openapi.json", "/api/v1/login", "/api/auth/csrf"];
  const asked = {
    origin: "https://evil.example",
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization, content-type",
  };
  for (const path of [...paths, "/api/webhooks/stripe", "/api/metrics", await aChunk()])
    for (const method of ["OPTIONS", "GET"]) {
      const { headers } = await ask(method, path, asked);
      const allowed = Object.keys(headers).filter((name) => name.startsWith("access-control-"));
      expect.soft(allowed, `${method} ${path}`).toEqual([]);
      expect.soft(headers["cross-origin-resource-policy"], `${method} ${path}`).toBe("same-origin");
    }
});

test("TRACE is refused, and no sent header is echoed", async () => {
  for (const path of ["/login", "/app", "/api/v1/openapi.json", "/api/v1/login", await aChunk()]) {
    const { status, headers, body } = await ask("TRACE", path, { cookie: "einzug.session=canary", "x-sent": "canary" });
    expect.soft(status, path).toBeGreaterThanOrEqual(400);
    expect.soft(JSON.stringify(headers) + body, path).not.toContain("canary");
  }
});

/** Sends raw bytes and returns the answer, once the server has closed the connection. */
async function send(bytes: string): Promise<string> {
  const { hostname, port } = new URL(APP);
  return await new Promise((answered, failed) => {
    let got = "";
    const line = connect(Number(port), hostname, () => line.write(bytes));
    line.setEncoding("utf8");
    line.on("data", (part: string) => {
      got += part;
    });
    line.on("close", () => answered(got));
    line.on("error", failed);
  });
}

test("ambiguous message lengths are refused, so no second request can be smuggled in", async () => {
  const head = "POST /api/v1/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
  const hidden = "GET /api/v1/openapi.json HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
  const statuses = async (bytes: string) =>
    [...(await send(bytes)).matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);
  // A valid case: two requests on one connection, both answered.
  expect(await statuses(`${head}content-length: 2\r\n\r\n{}${hidden}`)).toEqual(["422", "200"]);
  for (const lengths of [
    "content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    "content-length: 2\r\ncontent-length: 40\r\n\r\n{}",
    "content-length: -1\r\n\r\n",
    "content-length : 2\r\n\r\n{}",
    "content-length: 2\r\n 0\r\n\r\n{}",
    "x: y\ncontent-length: 2\r\n\r\n{}",
    "transfer-encoding: xchunked\r\n\r\n0\r\n\r\n",
    "transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n",
  ])
    expect.soft(await statuses(head + lengths + hidden), lengths).toEqual(["400"]);
});

test("no folder lists its files", async () => {
  const chunk = await aChunk();
  const name = chunk.split("/").at(-1) ?? "";
  expect(name).toMatch(/\.js$/);
  expect((await ask("GET", chunk)).status).toBe(200);
  for (const path of [chunk.slice(0, -name.length), "/_next/static/", "/_next/", "/_next/server/", "/public/", "/."]) {
    const { status, body } = await ask("GET", path);
    expect.soft([307, 308, 404], path).toContain(status);
    expect.soft(body, path).not.toMatch(/<a\b|Index of|BUILD_ID/i);
  }
});

test("an unknown address below /api returns 404 as problem+json, neither a redirect nor a page", async () => {
  const nowhere = ["/api", "/api/", "/api/nowhere", "/api/v1", "/api/v1/nowhere", "/api/v1/customers/cus_x/nowhere"];
  const besides = ["/api/connect", "/api/connect/nobody/x", "/api/webhooks/nobody", "/api/auth", "/api/auth/nothing"];
  const misspelt = ["/api/v1/%ff", "/api/v1/%ZZ", "/api/v1/a%00b", "/api//v1/login", "/%61pi/v1/login"];
  for (const path of [...nowhere, ...besides, ...misspelt])
    for (const method of ["GET", "POST", "PATCH"]) {
      const { status, headers, body } = await ask(method, path);
      if (method !== "GET" && path === "/api/auth/nothing") continue;
      expect.soft([status, headers["content-type"]], `${method} ${path}`).toEqual([404, "application/problem+json"]);
      expect.soft(JSON.parse(body), `${method} ${path}`).toMatchObject({ status: 404, errorCode: "not_found" });
    }
});

test("an unsupported method returns 405 as problem+json and names the allowed methods", async () => {
  const addresses: [string, string, string][] = [
    ["/api/v1/login", "GET", "POST, OPTIONS"],
    ["/api/v1/login/", "DELETE", "POST, OPTIONS"],
    ["/api/v1/customers/cus_x", "PATCH", "GET, HEAD, OPTIONS"],
    ["/api/v1/openapi.json", "POST", "GET, HEAD, OPTIONS"],
    ["/api/webhooks/lexoffice", "GET", "HEAD, POST, OPTIONS"],
    ["/api/health", "DELETE", "GET, HEAD, OPTIONS"],
    ["/api/auth/csrf", "PUT", "GET, HEAD, POST, OPTIONS"],
  ];
  for (const [path, method, allow] of addresses) {
    const { status, headers, body } = await ask(method, path);
    expect.soft([status, headers.allow], `${method} ${path}`).toEqual([405, allow]);
    expect.soft(JSON.parse(body), `${method} ${path}`).toMatchObject({ status: 405, errorCode: "method_not_allowed" });
    expect.soft((await ask("OPTIONS", path)).headers.allow, path).toBe(allow);
  }
  const { status, headers } = await ask("HEAD", "/api/v1/login");
  expect([status, headers.allow]).toEqual([405, "POST, OPTIONS"]);
});

test("a request without a session names the way to authenticate", async () => {
  const { status, headers } = await ask("GET", "/api/v1/customers/cus_x");
  expect([status, headers["www-authenticate"]]).toEqual([401, 'Bearer realm="Einzug"']);
});

test("a session cookie that cannot be read leads pages to the sign-in and back, and opens no download", async () => {
  const cookie = `${COOKIE}=eyJhbGciOiJkaXIifQ..broken`;
  for (const path of ["/app", "/app/invoices?filter=open", "/operators", "/nowhere"]) {
    const { status, headers } = await ask("GET", path, { cookie });
    const back = path === "/app" ? "/login" : `/login?path=${encodeURIComponent(path)}`;
    expect.soft([status, headers.location], path).toEqual([307, back]);
  }
  for (const path of ["/app/invoices/export", "/app/account/export", "/app/search?query=x"])
    expect.soft((await ask("GET", path, { cookie })).status, path).toBe(401);
});
