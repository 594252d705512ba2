import { setTimeout as wait } from "node:timers/promises";
import type { CustomerId } from "@/lib/auth/scope";
import { now } from "@/lib/core/clock";
import { decrypt, encrypt } from "@/lib/core/crypto";
import { db } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { AppError, type ErrorCode } from "@/lib/core/errors";
import { log } from "@/lib/core/log";
import { ProviderError } from "@/lib/core/provider-error";
import type { TokenPair } from "@/lib/providers/accounting/port";
import { signInOf } from "@/lib/providers/accounting/registry";
import type { BooksType } from "@/lib/providers/accounting/systems";
import type { GocardlessOauthConfig } from "@/lib/providers/payments/gocardless/oauth";
import type { Connectable } from "./types";

/** A refresher that died is replaced after this long. */
const LEASE_MS = 30_000;
/**
 * Before that, it gets this long: it may not have died, but hold a new pair that the database, away or full until now, did
 * not take. More than a try to reach the database may last.
 */
const GRACE_MS = 6_000;
/** How long the vendor's answer to a refresh is kept ready while the database does not take it. */
const STORE_MS = 300_000;

export function gocardlessOauth(): GocardlessOauthConfig {
  const {
    GOCARDLESS_CONNECT_URL: connectUrl,
    GOCARDLESS_CLIENT_ID: clientId,
    GOCARDLESS_CLIENT_SECRET: clientSecret,
  } = env();
  return { connectUrl, clientId, clientSecret, redirectUri: `${env().APP_URL}/api/connect/goCardless/return` };
}

export function sealToken(customerId: string, type: Connectable, column: "access" | "refresh", token: string): string {
  return encrypt(token, `connections/${customerId}/${type}/${column}`);
}

export function openToken(customerId: string, type: Connectable, column: "access" | "refresh", sealed: string): string {
  return decrypt(sealed, `connections/${customerId}/${type}/${column}`);
}

/** The columns a new pair of tokens fills. */
export function tokenColumns(customerId: string, type: Connectable, pair: TokenPair) {
  return {
    accessToken: sealToken(customerId, type, "access", pair.accessToken),
    refreshToken: sealToken(customerId, type, "refresh", pair.refreshToken),
    accessExpiresAt: new Date(now().getTime() + pair.expiresInSeconds * 1_000),
    scope: pair.scope,
    refreshLeaseUntil: null,
  };
}

/**
 * What lets us into a supplier's books: a token that is kept fresh, or a key, which nothing replaces once it is refused.
 *
 * @param rejected a token the vendor has just refused with 401
 * @throws AppError `connection_missing`; ProviderError kind `auth` when the vendor refuses a refresh
 */
export async function booksAccessToken(customerId: CustomerId, type: BooksType, rejected?: string): Promise<string> {
  const signIn = signInOf(type);
  if (signIn) {
    const { renewEarlyMs: earlyMs, refresh } = signIn;
    return await freshAccessToken(customerId, { type, earlyMs, missing: "connection_missing", refresh }, rejected);
  }
  const row = await db.connection.findUnique({ where: { customerId_type: { customerId, type } } });
  if (row?.status !== "connected" || !row.accessToken) throw new AppError("connection_missing");
  return openToken(customerId, type, "access", row.accessToken);
}

/** How tokens of a vendor are kept fresh. */
export interface Renewal {
  type: Connectable;
  /** A new token is fetched this long before the old one ends, so that no call starts with a dying one. */
  earlyMs: number;
  /** What is said where nobody is signed in. */
  missing: ErrorCode;
  refresh: (refreshToken: string) => Promise<TokenPair>;
}

/**
 * A usable access token; refreshes collapse to one over all processes by a lease on the row, because the refresh token
 * turns over with each, and two refreshes of one token end the connection.
 *
 * @param rejected a token the vendor has just refused with 401
 * @throws AppError `renewal.missing`; ProviderError kind `auth` when the vendor refuses the refresh (`invalid_grant`)
 */
export async function freshAccessToken(customerId: CustomerId, renewal: Renewal, rejected?: string): Promise<string> {
  const { type, earlyMs, missing } = renewal;
  for (;;) {
    const row = await db.connection.findUnique({ where: { customerId_type: { customerId, type } } });
    if (row?.status !== "connected" || !row.accessToken || !row.refreshToken) throw new AppError(missing);
    const token = openToken(customerId, type, "access", row.accessToken);
    const isFresh = (row.accessExpiresAt?.getTime() ?? 0) - now().getTime() > earlyMs;
    if (isFresh && token !== rejected) return token;
    if (await takeLease(customerId, type, row.tokenVersion)) {
      const isLeftBehind = row.refreshLeaseUntil !== null;
      if (isLeftBehind && (await isStoredAfterAll(customerId, type, row.tokenVersion))) continue;
      const refreshToken = openToken(customerId, type, "refresh", row.refreshToken);
      return await refreshUnderLease(customerId, renewal, row.tokenVersion, refreshToken);
    }
    // Somebody else is refreshing: look again until the new pair stands or the lease has run out.
    await wait(150);
  }
}

async function takeLease(customerId: CustomerId, type: Connectable, tokenVersion: number): Promise<boolean> {
  const taken = await db.connection.updateMany({
    where: {
      customerId,
      type,
      tokenVersion,
      OR: [{ refreshLeaseUntil: null }, { refreshLeaseUntil: { lt: new Date() } }],
    },
    data: { refreshLeaseUntil: new Date(Date.now() + LEASE_MS) },
  });
  return taken.count === 1;
}

/** Whether the one whose lease has run out stores its pair, now that the database takes something again. */
async function isStoredAfterAll(customerId: CustomerId, type: Connectable, tokenVersion: number): Promise<boolean> {
  for (const until = Date.now() + GRACE_MS; Date.now() < until; await wait(150)) {
    const row = await db.connection.findUnique({ where: { customerId_type: { customerId, type } } });
    if (row?.tokenVersion !== tokenVersion || row.status !== "connected") return true;
  }
  return false;
}

async function refreshUnderLease(
  customerId: CustomerId,
  { type, refresh }: Renewal,
  tokenVersion: number,
  refreshToken: string,
): Promise<string> {
  const where = { customerId, type, tokenVersion };
  try {
    const pair = await refresh(refreshToken);
    await storePair(customerId, type, tokenVersion, pair);
    log.info({ type }, "access token refreshed");
    return pair.accessToken;
  } catch (error) {
    // Whether the vendor has turned the token over is unknown when no answer came; the next try with the old one tells.
    if (error instanceof ProviderError) await db.connection.updateMany({ where, data: { refreshLeaseUntil: null } });
    throw error;
  }
}

/**
 * The token before is dead at the vendor: whoever lost the new pair now would lose the connection, and the supplier would
 * have to sign in again. A database that is away for a moment, or full, is therefore waited for.
 */
async function storePair(
  customerId: CustomerId,
  type: Connectable,
  tokenVersion: number,
  pair: TokenPair,
): Promise<void> {
  const data = { ...tokenColumns(customerId, type, pair), tokenVersion: tokenVersion + 1 };
  for (const until = Date.now() + STORE_MS; ; await wait(200)) {
    try {
      // Not where the supplier has disconnected meanwhile: nothing of a sign-in stays behind there.
      const where = { customerId, type, tokenVersion, status: "connected" as const };
      await db.connection.updateMany({ where, data });
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      log.warn({ type, error: (error as Error).message }, "a new token waits for the database");
    }
  }
}
