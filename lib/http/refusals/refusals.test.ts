import { beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { currentSession, type Session } from "@/lib/auth/sessions/session";
import { env } from "@/lib/core/env";
import { AppError } from "@/lib/core/web/errors";
import { action, publicAction } from "@/lib/http/action";
import { download } from "@/lib/http/body/download";
import { route } from "@/lib/http/route";
import { webhook } from "@/lib/http/webhook";
import { logLines } from "@/test/log-lines";

/** These tests check that each refusal is logged with the caller, the place and the reason. */
vi.mock("@/lib/auth/sessions/session", () => ({ currentSession: vi.fn() }));
const sent = vi.hoisted(() => ({ headers: {} as Record<string, string> }));
vi.mock("next/headers", () => ({ headers: async () => new Headers(sent.headers) }));
vi.mock("@/lib/core/i18n", () => ({ requestLocale: async () => "de" }));
vi.mock("@/lib/auth/caller", () => ({
  bearerOfRequest: async () => undefined,
  callerOrigin: async () => ({ ip: "203.0.113.7", userAgent: "Firefox" }),
}));

const answer = { summary: "Changes something", response: z.object({}), handler: async () => ({}) };
const context = { params: Promise.resolve({}) };
const ask = (headers: Record<string, string> = {}) =>
  new Request(`${env().APP_URL}/api/v1/things`, { method: "POST", headers });
const own = { origin: new URL(env().APP_URL).origin };
const about = { customerId: "cus_1", userId: "usr_1", requestId: expect.any(String) };

function comes(session: Partial<Session> | undefined): void {
  const known = { customerId: "cus_1", userId: "usr_1", by: "cookie", ...session };
  vi.mocked(currentSession).mockResolvedValue(session && (known as Session));
}

beforeEach(() => {
  comes(undefined);
  sent.headers = own;
});

test("logs a call by somebody who is not signed in", async () => {
  const lines = await logLines(() => route({ ...answer, access: "member" })(ask(), context));
  expect(lines).toMatchObject([
    { msg: "call refused", code: "unauthenticated" },
    { msg: "request", method: "POST", path: "/api/v1/things", status: 401 },
  ]);
});

test("logs a call that the caller's role does not allow", async () => {
  comes({ role: "read_only" });
  const lines = await logLines(() => route({ ...answer, access: "member" })(ask(own), context));
  expect(lines).toMatchObject([
    { msg: "call refused", code: "forbidden", ...about },
    { msg: "request", path: "/api/v1/things", status: 403, ...about },
  ]);
});

test("logs a call with a person's cookie from a page that is not ours", async () => {
  comes({ role: "owner" });
  for (const origin of ["null", "https://evil.example"]) {
    const lines = await logLines(() => route({ ...answer, access: "member" })(ask({ origin }), context));
    expect(lines[0]).toMatchObject({ msg: "call refused", code: "origin_mismatch", ...about });
  }
});

test("logs an action that the caller's role does not allow", async () => {
  comes({ role: "read_only" });
  const act = action({ access: "owner", input: z.object({}), handler: async () => undefined });
  expect(await logLines(() => act({}))).toMatchObject([{ msg: "action refused", code: "forbidden", ...about }]);
});

test.each([
  undefined,
  "null",
  "https://evil.example",
  `${own.origin}.evil.example`,
  own.origin.replace("http", "HTTP"),
])("refuses and logs an action from the origin %s, which is not ours, whatever host is sent", async (origin) => {
  comes({ role: "owner" });
  const handler = vi.fn(async () => undefined);
  const acts = [
    action({ access: "reader", input: z.object({}), handler }),
    publicAction({ input: z.object({}), handler }),
  ];
  for (const act of acts) {
    sent.headers = {
      host: new URL(origin?.startsWith("https") ? origin : own.origin).host,
      ...(origin ? { origin } : {}),
    };
    expect(await logLines(() => act({}))).toMatchObject([{ msg: "action refused", code: "origin_mismatch" }]);
    sent.headers = own;
    expect(await act({})).toMatchObject({ ok: true });
  }
  expect(handler).toHaveBeenCalledTimes(2);
});

test("logs a download by somebody who is not signed in or belongs to another supplier", async () => {
  const load = download(async () => {
    throw new AppError("not_found");
  });
  expect(await logLines(() => load(ask(), context))).toMatchObject([{ msg: "call refused", code: "unauthenticated" }]);
  comes({ role: "owner" });
  expect(await logLines(() => load(ask(), context))).toMatchObject([
    { msg: "call refused", code: "not_found", ...about },
  ]);
});

test("logs a webhook with a wrong signature as a warning", async () => {
  const take = webhook({ provider: "STRIPE", badSignatureStatus: 401, receive: async () => "bad-signature" });
  expect(await logLines(() => take(ask()))).toMatchObject([
    { level: "warn", msg: "webhook with a wrong signature", provider: "STRIPE", requestId: expect.any(String) },
  ]);
});
