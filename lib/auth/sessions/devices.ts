import { cookies } from "next/headers";
import { callerOrigin } from "@/lib/auth/caller";
import { placeOfReset, type Visitor } from "@/lib/auth/limits/guesses";
import { randomToken, sha256 } from "@/lib/core/crypto";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { cookieName } from "./cookie";

/** The longest lifetime that browsers allow for a cookie: 400 days. */
const COOKIE_SECONDS = 400 * 24 * 3600;
const TOKEN = /^[\w-]{43}$/;
/** Prefix that separates these rows of `known_devices` from those about browser, system and network. */
export const BROWSER_ROW = "browser:";

/**
 * Returns who tries to sign in to an account: the caller's IP address, and the browser if it has signed in to this
 * account before. For an hour, the network in which a password reset link was used counts as a device, too.
 *
 * @param account the plain email address, registered or not: the query is the same for all
 */
export async function visitorOf(account: string): Promise<Visitor> {
  const { ip } = await callerOrigin();
  const fingerprint = await fingerprintOfBrowser();
  const known =
    fingerprint !== undefined &&
    (await db.knownDevice.findFirst({ where: { fingerprint, user: { email: account } }, select: { userId: true } }));
  return { ip, device: known ? fingerprint : await placeOfReset(account, ip) };
}

/**
 * Stores that this browser has signed in to an account. Its cookie grants no access. It only keeps other people's
 * guesses from locking this browser out.
 */
export async function rememberBrowser(userId: string): Promise<void> {
  const { APP_URL } = env();
  const jar = await cookies();
  const name = cookieName(APP_URL, "device");
  const former = await fingerprintOfBrowser();
  // A value that we did not issue is replaced: somebody else may have set it and would know it.
  const isOurs = former !== undefined && (await db.knownDevice.count({ where: { fingerprint: former } })) > 0;
  const token = (isOurs && jar.get(name)?.value) || randomToken();
  jar.set(name, token, {
    maxAge: COOKIE_SECONDS,
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: APP_URL.startsWith("https://"),
  });
  await db.knownDevice.createMany({ data: { userId, fingerprint: fingerprintOf(token) }, skipDuplicates: true });
}

async function fingerprintOfBrowser(): Promise<string | undefined> {
  const token = (await cookies()).get(cookieName(env().APP_URL, "device"))?.value;
  return token && TOKEN.test(token) ? fingerprintOf(token) : undefined;
}

function fingerprintOf(token: string): string {
  return `${BROWSER_ROW}${sha256(token)}`;
}
