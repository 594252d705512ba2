import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { SevdeskClient } from "./client";

const KEY = "0123456789abcdef0123456789abcdef";
const row = z.object({ id: z.string() });

let calls: { url: URL; headers: Record<string, string> }[] = [];
let answers: { status?: number; body: unknown; headers?: Record<string, string> }[] = [];
let paced = 0;

const clientWith = (key: string) =>
  new SevdeskClient({
    apiUrl: "https://sevdesk.test/api/v1",
    timeoutMs: 1_000,
    pace: async () => {
      paced += 1;
    },
    accessToken: async () => key,
  });
const client = clientWith(KEY);

beforeEach(() => {
  calls = [];
  answers = [];
  paced = 0;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    calls.push({ url: new URL(url), headers: init.headers as Record<string, string> });
    const { status = 200, body, headers } = answers.shift() ?? { status: 500, body: "nothing recorded" };
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a call to sevdesk", () => {
  test("sends the bare key and a user agent, and waits for the pace", async () => {
    answers = [{ body: { objects: [{ id: "1" }] } }];
    await client.read(z.array(row), "/Invoice", { status: 200, embed: undefined });
    expect(calls[0]?.headers).toMatchObject({ authorization: KEY, "user-agent": "Einzug" });
    expect(calls[0]?.url.href).toBe("https://sevdesk.test/api/v1/Invoice?status=200");
    expect(paced).toBe(1);
  });

  test.each([`${KEY}\r\nx: y`, `Bearer ${KEY}`, "", "not a key"])(
    "is not made with the malformed key %j, and the error does not contain it",
    async (key) => {
      const call = clientWith(key).read(row, "/SevUser");
      await expect(call).rejects.toMatchObject({ kind: "auth" });
      await expect(call).rejects.not.toThrow(KEY);
      expect(calls).toEqual([]);
    },
  );

  test.each([
    ["no object", "[]", "unreadable"],
    ["no envelope", { id: "1" }, "unreadable"],
    ["another form", { objects: [{ id: 1 }] }, "unreadable"],
    ["null", { objects: null }, "unreadable"],
    ["half an answer", '{"objects":[{"i', "network"],
    ["a page for people", "<html>", "network"],
  ])("fails on an answer with %s; the outcome of a write is then unknown", async (_what, body, kind) => {
    answers = [{ body }, { body }];
    const isRetryable = kind === "network";
    await expect(client.read(z.array(row), "/Invoice")).rejects.toMatchObject({ kind, isRetryable });
    const written = client.write(z.array(row), "POST", "/Invoice", {});
    await expect(written).rejects.toMatchObject({ kind: "network", isOutcomeUnknown: true });
  });
});

describe("a single record", () => {
  test("is returned as a list of one", async () => {
    answers = [{ body: { objects: [{ id: "1" }] } }];
    expect(await client.find(row, "Invoice", "1")).toEqual({ id: "1" });
  });

  test("is gone on 404, on two empty lists, and on 400 even without parameters", async () => {
    answers = [
      { status: 404, body: {} },
      { body: { objects: [] } },
      { body: { objects: [] } },
      { status: 400, body: {} },
      { status: 400, body: {} },
    ];
    for (let i = 0; i < 3; i += 1) expect(await client.find(row, "Invoice", "1", { embed: "contact" })).toBeUndefined();
    expect(calls.map((call) => call.url.search)).toEqual([...Array(4).fill("?embed=contact"), ""]);
  });

  test("is not gone if its list is empty only once", async () => {
    answers = [{ body: { objects: [] } }, { body: { objects: [{ id: "1" }] } }];
    expect(await client.find(row, "Invoice", "1")).toEqual({ id: "1" });
  });

  test("is not gone if a parameter was refused", async () => {
    answers = [{ status: 400, body: { error: { message: "embed" } } }, { body: { objects: [{ id: "1" }] } }];
    await expect(client.find(row, "Invoice", "1", { embed: "x" })).rejects.toMatchObject({ kind: "refused" });
  });

  test.each([
    [401, "auth"],
    [500, "unavailable"],
    [429, "rate_limited"],
  ])("is not gone on %i but fails with %s", async (status, kind) => {
    answers = [
      { status: 400, body: {} },
      { status, body: {} },
    ];
    await expect(client.find(row, "Invoice", "1", { embed: "x" })).rejects.toMatchObject({ kind });
  });
});

describe("a list of sevdesk", () => {
  const rows = (count: number, from = 0) => Array.from({ length: count }, (_, i) => ({ id: String(from + i) }));

  test("is read page by page until the total is reached", async () => {
    answers = [{ body: { objects: rows(500), total: "502" } }, { body: { objects: rows(2, 500), total: 502 } }];
    expect(await client.all(row, "/Contact", { depth: 1 })).toHaveLength(502);
    expect(calls.map(({ url }) => url.searchParams.get("offset"))).toEqual(["0", "500"]);
    expect(calls[1]?.url.search).toBe("?depth=1&limit=500&offset=500&countAll=true");
  });

  test.each([
    ["fewer rows than it counts", { objects: rows(3), total: "5" }],
    ["none, although it counts some", { objects: [], total: "5" }],
    ["more rows than it counts", { objects: rows(5), total: "3" }],
    ["a page that is not full", { objects: rows(499), total: "900" }],
    ["no count", { objects: rows(3) }, "unreadable"],
    ["a count that is none", { objects: rows(3), total: "three" }, "unreadable"],
    ["one row of another form", { objects: [...rows(2), { id: 3 }], total: "3" }, "unreadable"],
  ])("with %s is refused", async (_what, body, kind = "network") => {
    answers = [{ body }];
    await expect(client.all(row, "/Contact")).rejects.toMatchObject({ kind });
  });

  test("that changed between two pages must be read again", async () => {
    answers = [{ body: { objects: rows(500), total: "502" } }, { body: { objects: rows(1, 500), total: "501" } }];
    await expect(client.all(row, "/Contact")).rejects.toMatchObject({ kind: "network", isRetryable: true });
  });

  test("that never ends is refused after 400 pages", async () => {
    answers = Array.from({ length: 401 }, () => ({ body: { objects: rows(500), total: "1000000" } }));
    await expect(client.all(row, "/Contact")).rejects.toMatchObject({ kind: "refused" });
    expect(calls).toHaveLength(400);
  });
});
