import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { MAX_BODY_BYTES, maxBodyBytes } from "../lib/http/body/limits";
import { addressesOfBuild } from "./support/build";
import { expect, test } from "./support/fixtures";
import { COOKIE, cookie, personOf } from "./support/sessions";
import { unconnectedSupplier } from "./support/supplier";

const APP = process.env.APP_URL ?? "";
/** Refusals before the body is read: the address does not accept the method, or the caller has no access. */
const UNREAD = [307, 401, 403, 404, 405];

interface Sent {
  path: string;
  method: string;
  headers: Record<string, string>;
  /** The bytes really sent; a caller may announce more. */
  bytes: number;
}

async function send({ path, method, headers, bytes }: Sent): Promise<number> {
  return await new Promise((answered, failed) => {
    const sent: ClientRequest = request(`${APP}${path}`, { method, headers }, (answer: IncomingMessage) => {
      answered(answer.statusCode ?? 0);
      sent.destroy();
    });
    sent.on("error", failed);
    sent.write(Buffer.alloc(bytes, "x"));
    if (!headers["content-length"]) sent.end();
  });
}

test("every address of the build refuses a body that is too large with 413, announced or not", async () => {
  test.setTimeout(180_000);
  const person = await personOf(await unconnectedSupplier(), false);
  const own = { cookie: `${COOKIE}=${await cookie(person)}`, origin: APP, "content-type": "text/plain" };
  const paths = addressesOfBuild().map((path) => path.replaceAll(/\[\[?(\.\.\.)?\w+\]?\]/g, "x"));
  expect(paths.length).toBeGreaterThan(80);
  for (const path of [...paths, "/nowhere", "/api/nowhere", "/_next/static/nowhere.js"]) {
    const method = path === "/app/datev/import" || path === "/app/e-invoices/upload" ? "PUT" : "POST";
    const limit = maxBodyBytes(path);
    const announced = { ...own, "content-length": String(limit + 1) };
    // Only the beginning is sent, because the refusal does not wait for the rest.
    expect.soft(await send({ path, method, headers: announced, bytes: 1_000 }), path).toBe(413);
    if (limit > MAX_BODY_BYTES) continue;
    const chunked = { ...own, "transfer-encoding": "chunked" };
    expect.soft([413, ...UNREAD], path).toContain(await send({ path, method, headers: chunked, bytes: limit + 1 }));
  }
  const signIn = { path: "/api/auth/callback/credentials", method: "POST" };
  expect(await send({ ...signIn, headers: { ...own, "transfer-encoding": "chunked" }, bytes: 16_001 })).toBe(413);
});
