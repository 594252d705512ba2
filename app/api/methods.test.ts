import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Next.js answers a method that a route file does not export with an empty 405 and no `Allow` header. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

type Handler = (request: Request, context: { params: Promise<object> }) => Response | Promise<Response>;

const files = readdirSync("app/api", { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith("route.ts") && !file.startsWith("[[...unknown]]"),
);

async function ask(handler: Handler | undefined, method: string): Promise<Response | undefined> {
  return await handler?.(new Request("http://einzug.test/api", { method }), { params: Promise.resolve({}) });
}

test.each(files)("app/api/%s answers other methods with 405 and names the allowed ones", async (file) => {
  const exported = (await import(/* @vite-ignore */ join(process.cwd(), "app/api", file))) as Record<string, Handler>;
  const told = await ask(exported.OPTIONS, "OPTIONS");
  const allow = told?.headers.get("allow") ?? "";
  const allowed = allow.split(", ");
  const refusing = METHODS.filter((method) => !allowed.includes(method));
  // Next.js derives HEAD from GET, also from a GET that refuses.
  for (const method of refusing.filter((one) => one !== "HEAD")) {
    const answer = await ask(exported[method], method);
    expect(answer?.status, method).toBe(405);
    expect(answer?.headers.get("allow"), method).toBe(allow);
    expect(await answer?.json(), method).toMatchObject({ status: 405, errorCode: "method_not_allowed" });
  }
  expect(allowed.filter((method) => method !== "OPTIONS").length).toBeGreaterThan(0);
  for (const method of allowed) if (method !== "HEAD") expect(exported[method], method).toBeTypeOf("function");
});

test("the API folder contains at least 61 route files", () => {
  expect(files.length).toBeGreaterThan(60);
});
