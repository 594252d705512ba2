import { makeKey } from "../lib/accounts/keys/mutations";
import { trustedCustomerId } from "../lib/auth/scope";
import { db } from "../lib/core/database/db";
import { expect, test } from "./support/fixtures";
import { bearer, COOKIE, cookie, personOf, unsigned } from "./support/sessions";
import { type Supplier, unconnectedSupplier } from "./support/supplier";

/**
 * Requests every API call and every page as every kind of caller. The calls are read from the running server's own API
 * description, so none is missing. Each combination has one documented answer.
 */
const APP = process.env.APP_URL ?? "";

type Access = "public" | "reader" | "member" | "owner";

interface Call {
  method: string;
  path: string;
  access: Access;
  keyScope?: "read" | "write";
  hasBody: boolean;
}

interface Answer {
  status: number;
  errorCode?: string;
}

async function allCalls(): Promise<Call[]> {
  const document = (await (await fetch(`${APP}/api/v1/openapi.json`)).json()) as {
    paths: Record<
      string,
      Record<string, { "x-access": Access; "x-key-scope"?: "read" | "write"; requestBody?: object }>
    >;
  };
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      access: operation["x-access"],
      keyScope: operation["x-key-scope"],
      hasBody: !!operation.requestBody,
    })),
  );
}

async function ask(call: Call, owner: Supplier, headers: Record<string, string>): Promise<Answer> {
  const path = call.path
    .replace("{customerId}", owner.customerId)
    .replace("{userId}", owner.userId)
    .replace("{type}", "LEXOFFICE")
    .replace("{tab}/{language}", "with-invoice/de")
    .replace("{id}", "unknown");
  const response = await fetch(`${APP}/api/v1${path}`, {
    method: call.method,
    headers: { ...headers, "content-type": "application/json", "x-forwarded-for": "2001:db8::6" },
    body: call.hasBody ? "{}" : undefined,
    redirect: "manual",
  });
  const text = await response.text();
  const { status } = response;
  return { status, errorCode: (JSON.parse(text) as { errorCode?: string } | null)?.errorCode };
}

const UNAUTHENTICATED = { status: 401, errorCode: undefined };
const FORBIDDEN = { status: 403, errorCode: "forbidden" };

async function keyOf({ customerId, userId }: Supplier, scope: "read" | "write"): Promise<string> {
  const actor = { userId, userName: "table", ip: "2001:db8::6" };
  return (await makeKey(trustedCustomerId.parse(customerId), { name: scope, scope }, actor)).text;
}

/** Expects that the caller was let in: any refusal must be about the request, not about the caller. */
function expectLetIn(answer: Answer, cell: string): void {
  expect.soft([401, 500, 503], cell).not.toContain(answer.status);
  expect.soft(answer.errorCode, cell).not.toBe("forbidden");
}

test("every API call lets in exactly the callers that its access level names", async () => {
  test.setTimeout(240_000);
  const [owner, stranger] = [await unconnectedSupplier(), await unconnectedSupplier()];
  const reader = await unconnectedSupplier();
  const own = await personOf(owner, true);
  const foreign = await personOf(stranger, true);
  const { userId } = reader;
  await db.membership.create({ data: { customerId: owner.customerId, userId, role: "read_only" } });
  const looking = await personOf({ ...reader, customerId: owner.customerId }, true);
  const strangers: [string, string | undefined][] = [
    ["anonymous", undefined],
    ["expired", await bearer(own, { expires: -60 })],
    ["malformed", "not.a.token"],
    ["alg none", unsigned(own)],
    ["wrong key", await bearer(own, { secret: "another-secret-that-is-long-enough-to-sign" })],
    ["a cookie's session", await bearer(await personOf(owner, false))],
    ["an unknown API key", `einzug_key_${"0".repeat(26)}_${"0".repeat(64)}`],
  ];
  const [readKey, writeKey] = [await keyOf(owner, "read"), await keyOf(owner, "write")];
  const calls = await allCalls();
  expect(calls.length).toBeGreaterThan(40);
  for (const call of calls) {
    const cell = (who: string) => `${call.method} ${call.path} by ${who}`;
    for (const [who, token] of strangers) {
      const answer = await ask(call, owner, token ? { authorization: `Bearer ${token}` } : {});
      if (call.access === "public") expectLetInPublic(answer, cell(who));
      else expect.soft(answer, cell(who)).toEqual(UNAUTHENTICATED);
    }
    if (call.access === "public") continue;
    const namesOwner = /\{(customerId|userId)\}/.test(call.path);
    const asForeign = await ask(call, owner, { authorization: `Bearer ${await bearer(foreign)}` });
    if (namesOwner) expect.soft(asForeign, cell("another supplier")).toEqual({ status: 404, errorCode: "not_found" });
    else expectLetIn(asForeign, cell("another supplier"));

    const asReader = await ask(call, { ...owner, userId }, { authorization: `Bearer ${await bearer(looking)}` });
    if (call.access === "reader") expectLetIn(asReader, cell("a reader"));
    else expect.soft(asReader, cell("a reader")).toEqual(FORBIDDEN);
    expectLetIn(await ask(call, owner, { authorization: `Bearer ${await bearer(own)}` }), cell("the owner"));
    for (const [key, isFor] of [
      [readKey, call.keyScope === "read"],
      [writeKey, call.keyScope !== undefined],
    ] as const) {
      const answer = await ask(call, owner, { authorization: `Bearer ${key}` });
      if (isFor) expectLetIn(answer, cell("a key"));
      else expect.soft(answer, cell("a key")).toEqual(FORBIDDEN);
    }
  }
});

/**
 * Expects that a public call lets everybody in: it ignores an unusable token, and wrong credentials get their own error
 * code.
 */
function expectLetInPublic(answer: Answer, cell: string): void {
  expect.soft([500, 503], cell).not.toContain(answer.status);
  if (answer.status === 401) expect.soft(answer.errorCode, cell).toBeTruthy();
}

test("a cookie may change data only in requests from our own pages", async () => {
  const supplier = await unconnectedSupplier();
  const person = await personOf(supplier, false);
  const own = { cookie: `${COOKIE}=${await cookie(person)}` };
  const calls = (await allCalls()).filter((call) => call.access !== "public");
  for (const call of calls) {
    const cell = `${call.method} ${call.path}`;
    const elsewhere = await ask(call, supplier, { ...own, origin: "https://evil.example" });
    if (call.method === "GET") expectLetIn(elsewhere, cell);
    else expect.soft(elsewhere, cell).toEqual({ status: 403, errorCode: "origin_mismatch" });
    if (call.method === "GET") expectLetIn(await ask(call, supplier, { ...own, origin: APP }), cell);
  }
  const bearerSession = { cookie: `${COOKIE}=${await cookie(await personOf(supplier, true))}` };
  const [first] = calls;
  if (first) expect(await ask(first, supplier, bearerSession)).toEqual(UNAUTHENTICATED);
});

const PUBLIC_PAGES = [
  "/login",
  "/register",
  "/forgotten-password",
  "/reset-password?jwtToken=x",
  "/invitation?token=x",
  "/confirm-address?token=x",
  "/faq",
  ...["/imprint", "/privacy", "/terms", "/api-docs", "/status", "/changelog"],
  "/service-down",
  "/GoCardlessUnauthenticated",
  "/erpUnauthenticated",
  "/m/unknown",
  "/api/connect/lexoffice/x",
  "/api/connect/goCardless/x",
  "/api/connect/datev/x",
];
const AREA_PAGES = [
  "/app/invoices",
  "/app/upcoming",
  "/app/transfer",
  "/app/mandates",
  "/app/returns",
  "/app/payouts",
  "/app/datev",
  "/app/connections",
  "/app/contacts",
  "/app/emails",
  "/app/settings",
  "/app/subscription",
  "/app/onboard",
  "/app/account",
  "/app/profile",
  "/app/account/security",
  "/app/account/team",
  "/app/account/api",
  "/app/account/webhooks",
  "/app/account/data",
  "/subscription/cancel",
  "/operators",
  "/anything/else",
];

test("every page lets in exactly the people it is meant for", async () => {
  test.setTimeout(180_000);
  const supplier = await unconnectedSupplier({ contract: "none" });
  const reader = await unconnectedSupplier();
  const { customerId } = supplier;
  await db.membership.create({ data: { customerId, userId: reader.userId, role: "read_only" } });
  const person = await personOf(supplier, false);
  const ended = await personOf(supplier, false);
  await db.session.delete({ where: { id: ended.sessionId } });
  const strangers: [string, string][] = [
    ["anonymous", ""],
    ["expired", await cookie(person, { maxAge: -60 })],
    ["malformed", "not-a-token"],
    ["alg none", unsigned(person)],
    ["wrong key", await cookie(person, { secret: "another-secret-that-is-long-enough-to-sign" })],
    ["signed out", await cookie(ended)],
  ];
  const people: [string, string][] = [
    ["the owner", await cookie(person)],
    ["a reader", await cookie(await personOf({ ...reader, customerId }, false))],
  ];
  const visit = async (path: string, value: string) =>
    await fetch(`${APP}${path}`, { headers: value ? { cookie: `${COOKIE}=${value}` } : {}, redirect: "manual" });
  // One without a session and one with an unusable one: nothing else is read for these pages.
  for (const [who, value] of strangers.slice(0, 2))
    for (const path of PUBLIC_PAGES) expect.soft((await visit(path, value)).status, `${path} by ${who}`).toBe(200);
  for (const [who, value] of strangers) {
    for (const path of AREA_PAGES) {
      const answer = await visit(path, value);
      const target = new URL(answer.headers.get("location") ?? "/", APP);
      expect
        .soft([answer.status, target.pathname, target.searchParams.get("path")], `${path} by ${who}`)
        .toEqual([307, "/login", path]);
    }
    const home = await visit("/app", value);
    expect.soft(new URL(home.headers.get("location") ?? "", APP).search, `/app by ${who}`).toBe("");
  }
  for (const [who, value] of people) {
    for (const path of AREA_PAGES) {
      const isThere = path.startsWith("/app/");
      // Nothing can be cancelled yet, so the cancel flow redirects to the subscription. The profile redirects to the
      // account.
      const leadsOn = path === "/subscription/cancel" || path === "/app/profile";
      const status = leadsOn ? 307 : isThere ? 200 : 404;
      expect.soft((await visit(path, value)).status, `${path} by ${who}`).toBe(status);
    }
    // Nothing is connected or ordered yet: the dashboard redirects to the first steps by a header or, once streaming,
    // in its body.
    const home = await visit("/app", value);
    const target = home.headers.get("location") ?? (await home.text());
    expect.soft(target, `/app by ${who}`).toContain("/app/onboard");
  }
});

test("every answer carries the security headers for browsers", async () => {
  const page = await fetch(`${APP}/login`);
  const policy = page.headers.get("content-security-policy") ?? "";
  const nonce = policy.match(/'nonce-([^']+)'/)?.[1] ?? "";
  expect(nonce.length).toBeGreaterThan(20);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/);
  const html = await page.text();
  const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map((match) => match[0]);
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([]);
  const again = (await fetch(`${APP}/login`)).headers.get("content-security-policy") ?? "";
  expect(again).not.toContain(nonce);
  const api = await fetch(`${APP}/api/v1/openapi.json`);
  const call = await fetch(`${APP}/api/v1/customers/cus_x`);
  expect(call.headers.get("cache-control")).toBe("no-store");
  for (const answer of [api, call])
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  const own = { cookie: `${COOKIE}=${await cookie(await personOf(await unconnectedSupplier(), false))}` };
  const get = async (path: string, headers = {}) => await fetch(`${APP}${path}`, { headers, redirect: "manual" });
  const chunk = await get(html.match(/"(\/_next\/static\/[^"]+\.js)[^"]*"/)?.[1] ?? "");
  const file = await get("/app/invoices/export", own);
  expect([chunk.status, file.status]).toEqual([200, 200]);
  expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="[\w.-]+"$/);
  const [nowhere, noFile] = [await get("/nowhere", own), await get("/nowhere.html", own)];
  for (const answer of [nowhere, noFile]) {
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-security-policy")).toContain("'nonce-");
  }
  const elsewhere = [await get("/app/invoices"), await get("/api/nowhere"), await get("/_next/static/nowhere.js")];
  for (const answer of [page, api, call, chunk, file, nowhere, noFile, ...elsewhere]) {
    for (const rule of ["frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"])
      expect(answer.headers.get("content-security-policy"), answer.url).toContain(rule);
    expect(answer.headers.get("referrer-policy")).toBe("same-origin");
    expect(answer.headers.get("strict-transport-security")).toMatch(/max-age=\d{8}/);
    expect(answer.headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("x-powered-by")).toBeNull();
  }
});

test("the server keeps idle connections open longer than the proxies in front of it", async () => {
  const answer = await fetch(`${APP}/login`);
  await answer.arrayBuffer();
  const seconds = Number(answer.headers.get("keep-alive")?.match(/^timeout=(\d+)$/)?.[1]);
  // nginx's own default (`keepalive_timeout` of an upstream), see docs/operations.md.
  expect(seconds).toBeGreaterThan(60);
});
