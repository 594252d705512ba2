import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { LexwareClient } from "./client";

/** Accepts one token and records every token it receives. */
let accepted = "";
let shown: string[] = [];
const server = createServer((request, response) => {
  const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
  shown.push(token);
  response.writeHead(token === accepted ? 200 : 401, { "content-type": "application/json" }).end("{}");
});
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
afterAll(() => void server.close());

async function call(tokens: string[], valid: string): Promise<number | string> {
  accepted = valid;
  shown = [];
  const rest = [...tokens];
  const client = new LexwareClient({
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    timeoutMs: 2_000,
    pace: async () => {},
    accessToken: async (rejected) => {
      // The client passes the token that was just refused.
      expect(rejected).toBe(shown.at(-1));
      return rest.shift() ?? "none";
    },
  });
  return await client.send({ path: "/v1/profile" }).then(
    (response) => response.status,
    (error: { kind: string }) => error.kind,
  );
}

describe("a token refused by Lexware", () => {
  test("is replaced, even if another process replaced the fresh one in the meantime", async () => {
    expect(await call(["one"], "one")).toBe(200);
    expect(await call(["one", "two"], "two")).toBe(200);
    expect(await call(["one", "two", "three"], "three")).toBe(200);
    expect(shown).toEqual(["one", "two", "three"]);
  });

  test("means that access has ended if two fresh tokens are refused as well", async () => {
    expect(await call(["one", "two", "three", "four"], "four")).toBe("auth");
    expect(shown).toEqual(["one", "two", "three"]);
  });
});
