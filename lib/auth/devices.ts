import { cookies } from "next/headers";
import { randomToken, sha256 } from "@/lib/core/crypto";
import { db } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { callerOrigin } from "./caller";
import { placeOfReset, type Visitor } from "./guesses";
import { cookieName } from "./session-cookie";

/** The longest that browsers keep a cookie. */
const COOKIE_SECONDS = 400 * 24 * 3600;
const TOKEN = /^[\w-]{43}$/;
/** Tells these rows of `known_devices` from those of browser, system and network. */
export const BROWSER_ROW = "browser:";

/**
 * Who tries to get into an account: the caller's address, and their browser if it has signed in to this account before.
 * For an hour the place where a link to a new password was used counts as a device, too.
 *
 * @param account the plain email address, also of nobody: the question is the same for all of them
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
 * Remembers that this browser has signed in to an account. Its cookie opens nothing; it only keeps guesses from elsewhere
 * from locking this browser out.
 */
export async function rememberBrowser(userId: string): Promise<void> {
  const { APP_URL } = env();
  const jar = await cookies();
  const name = cookieName(APP_URL, "device");
  const former = await fingerprintOfBrowser();
  // A value that we have not issued is not taken over: somebody else may have put it there, and would know it.
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
