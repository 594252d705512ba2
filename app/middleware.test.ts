import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { config as matcher, middleware } from "../middleware";
import settings from "../next.config.mjs";

const HERE = "http://einzug.test";
const policyOf = async (path: string) =>
  (await middleware(new NextRequest(HERE + path))).headers.get("content-security-policy") ?? "";

test("a page runs only its own scripts, cannot be framed, and cannot change its base", async () => {
  const [first, second] = [await policyOf("/login"), await policyOf("/login")];
  const rules = Object.fromEntries(first.split("; ").map((rule) => [rule.split(" ")[0], rule]));
  expect(rules["script-src"]).toMatch(/^script-src 'nonce-[\w+/=]{40,}' 'strict-dynamic'$/);
  expect(rules["object-src"]).toBe("object-src 'none'");
  expect(rules["base-uri"]).toBe("base-uri 'none'");
  expect(rules["frame-ancestors"]).toBe("frame-ancestors 'none'");
  expect(rules["default-src"]).toBe("default-src 'self'");
  // A nonce seen on one page is useless for the next.
  expect(first).not.toBe(second);
});

test.each(["/app/invoices?filter=open", "/anything", "/app%2F..%2Flogin", "//evil.example/app"])(
  "without a session %s redirects to our own sign-in page",
  async (path) => {
    const answer = await middleware(new NextRequest(HERE + path));
    expect(answer.status).toBe(307);
    expect(new URL(answer.headers.get("location") ?? "").host).toBe(new URL(process.env.APP_URL ?? "").host);
    expect(new URL(answer.headers.get("location") ?? "").pathname).toBe("/login");
  },
);

test("with a session cookie, whatever it contains, a page decides itself", async () => {
  const headers = { cookie: "einzug.session=unreadable" };
  const answer = await middleware(new NextRequest(`${HERE}/app/invoices`, { headers }));
  expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
});

test.each(["/app/%E0%A4", "/app/%00", "/app?search=%00"])("%s cannot be decoded and returns 400", async (path) => {
  expect((await middleware(new NextRequest(HERE + path))).status).toBe(400);
});

test("an address with a file ending needs no session, and a page at such an address still has the policy", async () => {
  const answer = await middleware(new NextRequest(`${HERE}/favicon.ico`));
  expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
  expect(await policyOf("/nowhere.html")).toContain("'nonce-");
  const [pages] = matcher.matcher.map((pattern) => new RegExp(`^${pattern}$`));
  for (const path of [
    "/login",
    "/app",
    "/nowhere.html",
    "/app/invoices/export",
    "/app/datev/import/x",
    "/api/connect/datev/x",
  ])
    expect(pages?.test(path), path).toBe(true);
  // The middleware cuts bodies at 10 MiB, so these addresses must skip it.
  for (const path of ["/api/v1/login", "/_next/static/chunks/x.js", "/app/datev/import", "/app/e-invoices/upload"])
    expect(pages?.test(path), path).toBe(false);
});

test("an answer that is no page runs no scripts, cannot be framed and sends other sites no referrer", async () => {
  const sets = (await settings.headers?.()) ?? [];
  expect(sets.map(({ source }) => source)).toEqual(["/:path*"]);
  const sent = Object.fromEntries(sets.flatMap(({ headers }) => headers.map(({ key, value }) => [key, value])));
  const rules = sent["Content-Security-Policy"]?.split("; ") ?? [];
  for (const rule of ["default-src", "object-src", "base-uri", "frame-ancestors"])
    expect(rules).toContain(`${rule} 'none'`);
  expect(sent["Referrer-Policy"]).toBe("same-origin");
  expect(Object.keys(sent).filter((name) => /^access-control-/i.test(name))).toEqual([]);
});
