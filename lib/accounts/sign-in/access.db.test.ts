import type { User } from "next-auth";
import { encode } from "next-auth/jwt";
import { beforeEach, expect, test, vi } from "vitest";
import { POST as signInByApi } from "@/app/api/v1/login/route";
import { countTry } from "@/lib/auth/limits/limits";
import { cookieName, sessionCookieName } from "@/lib/auth/sessions/cookie";
import { currentSession } from "@/lib/auth/sessions/session";
import { signInByPassword } from "@/lib/auth/sign-in";
import { issueTicket } from "@/lib/auth/tokens";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { jobs } from "@/lib/jobs/catalogue";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { logLines } from "@/test/log-lines";
import { doors } from "./access";
import { sendGuessingReport } from "./guessing-mutations";
import { beginApiSession, beginTicketSession } from "./mutations";

const IP = "203.0.113.7";
const browser = vi.hoisted(() => ({ ip: "", cookies: new Map<string, { value: string }>() }));
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ "x-forwarded-for": browser.ip, "user-agent": "Firefox" }),
  cookies: async () => ({
    get: (name: string) => browser.cookies.get(name),
    set: (name: string, value: string) => browser.cookies.set(name, { value }),
  }),
}));
beforeEach(() => {
  browser.ip = IP;
  browser.cookies.clear();
});

/** Sets the cookie of a session in the browser, as after a sign-in. */
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

test("a sign-in is logged with the person, the IP address and the kind of proof", async () => {
  const { customerId, userId, email, password } = await seedSupplier();
  const who = { level: "info", msg: "session started", customerId, userId, ip: IP, hasSecondFactor: false };
  expect(await logLines(() => doors.password({ email, password }))).toMatchObject([{ ...who, isApi: false }]);
  const person = await signInByPassword({ email, password }, { ip: IP });
  const lines = await logLines(() => beginApiSession(person, { ip: IP, userAgent: "curl" }));
  expect(lines).toMatchObject([{ ...who, isApi: true }]);
});

test("a new sign-in opens a new session and ends the one that the browser had before", async () => {
  const [one, other] = [await seedSupplier(), await seedSupplier()];
  const [elsewhere, first] = [await signIn(one), await signIn(one)];
  expect(await sessionsOf(one.userId)).toEqual([elsewhere.sessionId, first.sessionId]);
  await keep(first);
  const second = await signIn(one);
  expect(second.sessionId).not.toBe(first.sessionId);
  // The session of another browser stays.
  expect(await sessionsOf(one.userId)).toEqual([elsewhere.sessionId, second.sessionId]);
  await keep(second);
  const wrong = { email: other.email, password: "Kormoran-42-Wind!!" };
  await expect(doors.password(wrong)).rejects.toThrow("wrong_credentials");
  expect(await currentSession()).toMatchObject({ sessionId: second.sessionId });
  await keep(await signIn(other));
  expect(await sessionsOf(one.userId)).toEqual([elsewhere.sessionId]);
  expect(await currentSession()).toMatchObject({ customerId: other.customerId, userId: other.userId });
});

test("signing in with a ticket ends the session that the browser had before", async () => {
  const person = await seedSupplier();
  const first = await signIn(person);
  await keep(first);
  const signedIn = await signInByPassword(person, { ip: IP });
  const ticket = await beginTicketSession(signedIn, { ip: IP, userAgent: "Firefox" });
  const { sessionId } = await doors.ticket({ ticket });
  expect(await sessionsOf(person.userId)).toEqual([sessionId]);
});

test("a password is accepted after ten years, because passwords do not expire", async () => {
  const { userId, email, password } = await seedSupplier();
  const past = new Date();
  past.setFullYear(past.getFullYear() - 10);
  await db.user.update({ where: { id: userId }, data: { createdAt: past, updatedAt: past } });
  expect(await doors.password({ email, password })).toMatchObject({ id: userId });
});

test("a failed sign-in is logged with the way, the IP address and the reason, but without the typed text", async () => {
  const { email, userId } = await seedSupplier();
  const typed = { email, password: "Kormoran-42-Wind!!" };
  const enter = (door: keyof typeof doors, fields: Record<string, string>) =>
    logLines(() => expect(doors[door](fields)).rejects.toThrow());
  const lines = [
    ...(await enter("password", typed)),
    ...(await enter("passkey", { userId: "usr_1", credential: "{}" })),
    ...(await enter("ticket", { ticket: await issueTicket("ses_1") })),
  ];
  const refused = { level: "warn", msg: "sign-in refused", isApi: false, ip: IP, requestId: expect.any(String) };
  expect(lines).toMatchObject([
    { ...refused, way: "password", code: "wrong_credentials", userId },
    { ...refused, way: "passkey", code: "invalid_input" },
    { ...refused, way: "ticket", code: "link_expired" },
  ]);
  for (const text of Object.values(typed)) expect(JSON.stringify(lines)).not.toContain(text);
});

/** An attempt to sign in by the API, through its route. */
async function tryByApi(email: string, password: string): Promise<Response> {
  const body = JSON.stringify({ email, password });
  const request = new Request(`${env().APP_URL}/api/v1/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  return await signInByApi(request, { params: Promise.resolve({}) });
}

test("a failed sign-in by the API is logged like one on the page, even if a limit refused it", async () => {
  const { email, userId } = await seedSupplier();
  browser.ip = "2001:DB8:0:42::0001";
  let last: Response | undefined;
  const lines = await logLines(async () => {
    for (let i = 0; i < 11; i += 1) last = await tryByApi(email, "Kormoran-42-Wind!!");
  });
  expect(last?.status).toBe(429);
  const waitSeconds = Number(last?.headers.get("retry-after"));
  expect(waitSeconds).toBeGreaterThan(600);
  expect(waitSeconds).toBeLessThanOrEqual(900);
  const refused = lines.filter(({ msg }) => msg === "sign-in refused");
  const line = { level: "warn", way: "password", isApi: true, ip: "2001:db8:0:42::1", userId };
  expect(refused).toHaveLength(11);
  expect(refused[0]).toMatchObject({ ...line, code: "wrong_credentials" });
  expect(refused[10]).toMatchObject({ ...line, code: "too_many_requests" });
  expect(JSON.stringify(lines)).not.toContain(email);
});

test("strangers who guess do not lock out a browser that has signed in before, with or without its session", async () => {
  const person = await seedSupplier();
  await signIn(person);
  const device = browser.cookies.get(cookieName(env().APP_URL, "device"))?.value ?? "";
  expect(device).toMatch(/^[\w-]{43}$/);
  const guessFrom = async (ip: string) => {
    browser.ip = ip;
    browser.cookies.clear();
    return (await tryByApi(person.email, "Kormoran-42-Wind!!")).status;
  };
  for (let i = 0; i < 10; i += 1) await guessFrom(IP);
  for (let i = 0; i < 90; i += 1) await countTry("passwordInAll", person.email);
  expect(await guessFrom("198.18.9.9")).toBe(429);
  browser.ip = IP;
  browser.cookies.clear();
  await expect(signIn(person)).rejects.toThrow(/^too_many_requests:\d+$/);
  browser.cookies.set(cookieName(env().APP_URL, "device"), { value: device });
  expect(await signIn(person)).toMatchObject({ id: person.userId });
  // A made-up value is no known device, and neither is one of another account.
  const other = await seedSupplier();
  for (const value of ["a".repeat(43), device]) {
    browser.cookies.set(cookieName(env().APP_URL, "device"), { value });
    const target = value === device ? other : person;
    browser.ip = value === device ? "198.18.7.7" : IP;
    for (let i = 0; i < 10; i += 1) await tryByApi(target.email, "Kormoran-42-Wind!!");
    await expect(signIn(target)).rejects.toThrow(/^too_many_requests/);
  }
});

test("a device cookie that we did not issue is replaced at the sign-in", async () => {
  const person = await seedSupplier();
  const name = cookieName(env().APP_URL, "device");
  browser.cookies.set(name, { value: "b".repeat(43) });
  await signIn(person);
  const issued = browser.cookies.get(name)?.value;
  expect(issued).not.toBe("b".repeat(43));
  await signIn(await seedSupplier());
  expect(browser.cookies.get(name)?.value).toBe(issued);
});

test("guesses are mailed to the person once a day, and an unknown address causes the same work", async () => {
  await clearJobs();
  const person = await seedSupplier();
  for (const email of [person.email, "nobody@einzug.test"])
    for (let i = 0; i < 12; i += 1) {
      browser.ip = `198.18.3.${i}`;
      await tryByApi(email.toUpperCase(), "Kormoran-42-Wind!!");
    }
  const waiting = await waitingJobs(jobs.reportGuessing);
  expect(waiting).toEqual([
    { email: person.email, guessed: "password" },
    { email: "nobody@einzug.test", guessed: "password" },
  ]);
  for (const { email, guessed } of [...waiting, ...waiting])
    await sendGuessingReport(email ?? "", guessed === "code" ? "code" : "password");
  expect(await db.mail.findMany({ where: { recipient: person.email } })).toMatchObject([
    { template: "account", data: { kind: "passwordGuessed" } },
  ]);
  expect(await db.mail.count({ where: { recipient: "nobody@einzug.test" } })).toBe(0);
});
