import type { User } from "next-auth";
import { encode } from "next-auth/jwt";
import { afterEach, expect, test, vi } from "vitest";
import { currentSession } from "@/lib/auth/session";
import { sessionCookieName } from "@/lib/auth/session-cookie";
import { signInByPassword } from "@/lib/auth/sign-in";
import { issueTicket } from "@/lib/auth/tokens";
import { db } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { logLines } from "@/test/log-lines";
import { doors } from "./sign-in-access";
import { beginApiSession, beginTicketSession } from "./sign-in-mutations";

const IP = "203.0.113.7";
const browser = vi.hoisted(() => ({ cookies: new Map<string, { value: string }>() }));
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ "x-forwarded-for": IP, "user-agent": "Firefox" }),
  cookies: async () => browser.cookies,
}));
afterEach(() => browser.cookies.clear());

/** The browser takes the cookie of a session that it was given. */
async function keep({ id, customerId, sessionId }: User): Promise<void> {
  const { APP_URL, AUTH_SECRET } = env();
  const value = await encode({ token: { sub: id, customerId, sid: sessionId }, secret: AUTH_SECRET });
  browser.cookies.set(sessionCookieName(APP_URL), { value });
}

async function signIn({ email, password }: { email: string; password: string }): Promise<User> {
  return await doors.password({ email, password });
}

async function sessionsOf(userId: string): Promise<string[]> {
  return (await db.session.findMany({ where: { userId }, orderBy: { createdAt: "asc" } })).map(({ id }) => id);
}

test("a sign-in leaves a line that says who came, from where and by what proof", async () => {
  const { customerId, userId, email, password } = await seedSupplier();
  const who = { level: "info", msg: "session started", customerId, userId, ip: IP, hasSecondFactor: false };
  expect(await logLines(() => doors.password({ email, password }))).toMatchObject([{ ...who, isApi: false }]);
  const person = await signInByPassword({ email, password }, IP);
  const lines = await logLines(() => beginApiSession(person, { ip: IP, userAgent: "curl" }));
  expect(lines).toMatchObject([{ ...who, isApi: true }]);
});

test("whoever signs in anew gets a new session, and the one that the browser came with is over", async () => {
  const [one, other] = [await seedSupplier(), await seedSupplier()];
  const [elsewhere, first] = [await signIn(one), await signIn(one)];
  expect(await sessionsOf(one.userId)).toEqual([elsewhere.sessionId, first.sessionId]);
  await keep(first);
  const second = await signIn(one);
  expect(second.sessionId).not.toBe(first.sessionId);
  // Another browser stays as it is.
  expect(await sessionsOf(one.userId)).toEqual([elsewhere.sessionId, second.sessionId]);
  await keep(second);
  const wrong = { email: other.email, password: "Kormoran-42-Wind!!" };
  await expect(doors.password(wrong)).rejects.toThrow("wrong_credentials");
  expect(await currentSession()).toMatchObject({ sessionId: second.sessionId });
  await keep(await signIn(other));
  expect(await sessionsOf(one.userId)).toEqual([elsewhere.sessionId]);
  expect(await currentSession()).toMatchObject({ customerId: other.customerId, userId: other.userId });
});

test("a ticket leaves the session that the browser came with, too", async () => {
  const person = await seedSupplier();
  const first = await signIn(person);
  await keep(first);
  const signedIn = await signInByPassword(person, IP);
  const ticket = await beginTicketSession(signedIn, { ip: IP, userAgent: "Firefox" });
  const { sessionId } = await doors.ticket({ ticket });
  expect(await sessionsOf(person.userId)).toEqual([sessionId]);
});

test("a password of ten years ago opens as on its first day, and nobody is asked for a new one", async () => {
  const { userId, email, password } = await seedSupplier();
  const past = new Date();
  past.setFullYear(past.getFullYear() - 10);
  await db.user.update({ where: { id: userId }, data: { createdAt: past, updatedAt: past } });
  expect(await doors.password({ email, password })).toMatchObject({ id: userId });
});

test("a sign-in that fails leaves a line that says at which door, from where and why, and nothing that was typed", async () => {
  const { email } = await seedSupplier();
  const typed = { email, password: "Kormoran-42-Wind!!" };
  const enter = (door: keyof typeof doors, fields: Record<string, string>) =>
    logLines(() => expect(doors[door](fields)).rejects.toThrow());
  const lines = [
    ...(await enter("password", typed)),
    ...(await enter("passkey", { userId: "usr_1", credential: "{}" })),
    ...(await enter("ticket", { ticket: await issueTicket("ses_1") })),
  ];
  const refused = { level: "warn", msg: "sign-in refused", ip: IP, requestId: expect.any(String) };
  expect(lines).toMatchObject([
    { ...refused, way: "password", code: "wrong_credentials" },
    { ...refused, way: "passkey", code: "invalid_input" },
    { ...refused, way: "ticket", code: "link_expired" },
  ]);
  for (const text of Object.values(typed)) expect(JSON.stringify(lines)).not.toContain(text);
});
