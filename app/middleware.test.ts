import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { middleware } from "../middleware";

const HERE = "http://einzug.test";
const policyOf = async (path: string) =>
  (await middleware(new NextRequest(HERE + path))).headers.get("content-security-policy") ?? "";

test("a page runs the scripts that it was sent with, and no other; nothing frames it or moves its base", async () => {
  const [first, second] = [await policyOf("/login"), await policyOf("/login")];
  const rules = Object.fromEntries(first.split("; ").map((rule) => [rule.split(" ")[0], rule]));
  expect(rules["script-src"]).toMatch(/^script-src 'nonce-[\w+/=]{40,}' 'strict-dynamic'$/);
  expect(rules["object-src"]).toBe("object-src 'none'");
  expect(rules["base-uri"]).toBe("base-uri 'none'");
  expect(rules["frame-ancestors"]).toBe("frame-ancestors 'none'");
  expect(rules["default-src"]).toBe("default-src 'self'");
  // Whoever has seen one page cannot write a script for the next.
  expect(first).not.toBe(second);
});

test.each(["/app/invoices?filter=open", "/anything", "/app%2F..%2Flogin", "//evil.example/app"])(
  "without a session %s leads to our own sign-in",
  async (path) => {
    const answer = await middleware(new NextRequest(HERE + path));
    expect(answer.status).toBe(307);
    expect(new URL(answer.headers.get("location") ?? "").host).toBe(new URL(process.env.APP_URL ?? "").host);
    expect(new URL(answer.headers.get("location") ?? "").pathname).toBe("/login");
  },
);

test.each(["/app/%E0%A4", "/app/%00", "/app?search=%00"])("%s is not readable", async (path) => {
  expect((await middleware(new NextRequest(HERE + path))).status).toBe(400);
});
