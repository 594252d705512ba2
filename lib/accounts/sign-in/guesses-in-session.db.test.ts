import { encode } from "next-auth/jwt";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { POST as proveByApi } from "@/app/api/v1/users/[userId]/proof/route";
import { DELETE as disableByApi } from "@/app/api/v1/users/[userId]/two-factor/route";
import { changePasswordAction, disableTwoFactorAction } from "@/lib/accounts/actions";
import { followAddressLinkAction } from "@/lib/accounts/address/actions";
import { makeAddressLink } from "@/lib/accounts/address/link-mutations";
import { enableTwoFactor, setUpTwoFactor } from "@/lib/accounts/two-factor/mutations";
import { countedTries } from "@/lib/auth/limits/limits";
import { addressToken } from "@/lib/auth/link-tokens";
import { sessionCookieName } from "@/lib/auth/sessions/cookie";
import { openSession } from "@/lib/auth/sessions/sessions";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { withTenantScope } from "@/lib/core/tenants/tenant-scope";
import { jobs } from "@/lib/jobs/catalogue";
import { queue } from "@/lib/jobs/queue";
import { closeAccountAction } from "@/lib/privacy/closing/actions";
import { type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { proveByPasswordAction } from "./proof-actions";

const WRONG = "Kormoran-42-Wind!!";
const browser = vi.hoisted(() => ({ origin: "", cookies: new Map<string, { value: string }>() }));
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ "x-forwarded-for": "203.0.113.7", origin: browser.origin }),
  cookies: async () => ({ get: (name: string) => browser.cookies.get(name) }),
}));
// As in production: a request of one supplier may enqueue only jobs of that supplier.
beforeAll(async () => void (await queue()));
beforeEach(async () => {
  browser.origin = new URL(env().APP_URL).origin;
  browser.cookies.clear();
  await clearJobs();
});

/** Sets the cookie of a stolen session whose proof is fresh, and returns its person. */
async function stolenSession(): Promise<SeededSupplier> {
  const person = await seedSupplier();
  const { customerId, userId } = person;
  const kind = { isApi: false, stays: false, isClaimed: true, provedAt: new Date() };
  const sid = await openSession(db, { userId, customerId, ...kind }, { ip: "203.0.113.7", userAgent: "" });
  const { APP_URL, AUTH_SECRET } = env();
  const value = await encode({ token: { sub: userId, customerId, sid }, secret: AUTH_SECRET });
  browser.cookies.set(sessionCookieName(APP_URL), { value });
  return person;
}

function call(method: string, userId: string, body: object) {
  const { origin } = browser;
  const headers = { origin, "content-type": "application/json" };
  const request = new Request(`${origin}/api/v1/users`, { method, headers, body: JSON.stringify(body) });
  return [request, { params: Promise.resolve({ userId }) }] as const;
}

/** Runs as the web process does: without tenant scope until the session is known. */
const asRequest = <T>(run: () => Promise<T>): Promise<T> => withTenantScope("none", run);

async function codeOf(answer: unknown): Promise<string> {
  if (answer instanceof Response) return ((await answer.json()) as { errorCode: string }).errorCode;
  return (answer as { error: { code: string } }).error.code;
}

test.each<[string, (userId: string) => Promise<unknown>]>([
  ["the proof dialog", () => proveByPasswordAction({ password: WRONG })],
  ["the proof by the API", (userId) => proveByApi(...call("POST", userId, { password: WRONG }))],
  ["a change of the password", () => changePasswordAction({ current: WRONG, next: "Neu-im-Betrieb-2026!!" })],
  ["the closing of the account", () => closeAccountAction({ password: WRONG })],
])("the person gets a mail after ten wrong passwords in %s", async (_where, guess) => {
  const { userId, email } = await stolenSession();
  for (let i = 0; i < 9; i += 1) expect(await codeOf(await asRequest(() => guess(userId)))).toBe("wrong_credentials");
  expect(await waitingJobs(jobs.reportGuessing)).toEqual([]);
  expect(await codeOf(await asRequest(() => guess(userId)))).toBe("wrong_credentials");
  expect(await waitingJobs(jobs.reportGuessing)).toEqual([{ email, guessed: "password" }]);
});

test("the person gets a mail after ten wrong passwords at a link about their address, used without a session", async () => {
  const { userId, email } = await seedSupplier();
  const token = addressToken(await makeAddressLink(db, userId, "proof", email));
  const guess = () => asRequest(() => followAddressLinkAction({ token, password: WRONG }));
  for (let i = 0; i < 9; i += 1) expect(await codeOf(await guess())).toBe("wrong_credentials");
  expect(await waitingJobs(jobs.reportGuessing)).toEqual([]);
  expect(await codeOf(await guess())).toBe("wrong_credentials");
  expect(await waitingJobs(jobs.reportGuessing)).toEqual([{ email, guessed: "password" }]);
});

test.each<[string, (userId: string) => Promise<unknown>]>([
  ["on the page", () => disableTwoFactorAction({ code: "000000" })],
  ["by the API", (userId) => disableByApi(...call("DELETE", userId, { code: "000000" }))],
])("the person gets a mail after five wrong codes for turning the second factor off %s", async (_where, guess) => {
  const { userId, email } = await stolenSession();
  await db.user.update({ where: { id: userId }, data: { twoFactorEnabledAt: new Date() } });
  for (let i = 0; i < 4; i += 1)
    expect(await codeOf(await asRequest(() => guess(userId)))).toBe("two_factor_code_wrong");
  expect(await waitingJobs(jobs.reportGuessing)).toEqual([]);
  expect(await codeOf(await asRequest(() => guess(userId)))).toBe("two_factor_code_wrong");
  expect(await waitingJobs(jobs.reportGuessing)).toEqual([{ email, guessed: "code" }]);
});

test("wrong codes while the second factor is being set up do not count as guesses at the account", async () => {
  const { customerId, userId, email, actor } = await stolenSession();
  await setUpTwoFactor(userId);
  for (let i = 0; i < 6; i += 1)
    await expect(enableTwoFactor(customerId, userId, ["000000", "000001"], actor)).rejects.toMatchObject({
      code: "two_factor_code_wrong",
    });
  expect(await countedTries("codeInAll", email)).toBe(0);
});
