import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LexwareClient } from "./client";

let calls: { url: string; init: RequestInit }[] = [];
let statuses: number[] = [];
let turns = 0;
let rejected: (string | undefined)[] = [];

const client = new LexwareClient({
  apiUrl: "https://lexware.test",
  timeoutMs: 1_000,
  pace: async () => {
    turns += 1;
  },
  accessToken: async (refused) => {
    rejected.push(refused);
    return refused ? "second" : "first";
  },
});

beforeEach(() => {
  [calls, statuses, turns, rejected] = [[], [], 0, []];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    const status = statuses.shift();
    if (status === undefined) throw new TypeError("fetch failed");
    return new Response(status === 204 ? null : "{}", { status });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const tokens = () => calls.map(({ init }) => (init.headers as Record<string, string>).authorization);

describe("a call", () => {
  test("waits for its turn and bears the token; a body goes as JSON", async () => {
    statuses = [201];
    await client.send({ method: "POST", path: "/v1/x", body: { a: 1 } });
    expect(turns).toBe(1);
    expect(calls[0]).toMatchObject({
      url: "https://lexware.test/v1/x",
      init: {
        method: "POST",
        body: '{"a":1}',
        redirect: "error",
        headers: { authorization: "Bearer first", "content-type": "application/json" },
      },
    });
    expect(calls[0]?.init.signal).toBeInstanceOf(AbortSignal);
  });

  test("that is refused with 401 is made once more with a new token, at its own turn", async () => {
    statuses = [401, 200];
    expect((await client.send({ path: "/v1/x" })).status).toBe(200);
    expect(tokens()).toEqual(["Bearer first", "Bearer second"]);
    expect(rejected).toEqual([undefined, "first"]);
    expect(turns).toBe(2);
  });

  test("that is refused again is given up: the access is gone", async () => {
    statuses = [401, 401, 200];
    await expect(client.send({ path: "/v1/x" })).rejects.toMatchObject({ kind: "auth" });
    expect(calls).toHaveLength(2);
  });

  test.each([429, 500, 503])("that is answered %i is not repeated here", async (status) => {
    statuses = [status, 200];
    await expect(client.send({ path: "/v1/x" })).rejects.toMatchObject({ isRetryable: true });
    expect(calls).toHaveLength(1);
  });

  test("without an answer has an unknown outcome", async () => {
    await expect(client.send({ method: "POST", path: "/v1/x", body: {} })).rejects.toMatchObject({
      kind: "network",
      isOutcomeUnknown: true,
    });
  });

  test("that is answered without a body is a success", async () => {
    statuses = [204];
    expect(await client.send({ method: "DELETE", path: "/v1/x" })).toMatchObject({ status: 204, text: "" });
  });
});
