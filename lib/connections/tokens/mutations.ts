import { setTimeout as wait } from "node:timers/promises";
import type { CustomerId } from "@/lib/auth/scope";
import { decrypt, encrypt } from "@/lib/core/crypto";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/telemetry/log";
import { now } from "@/lib/core/time/clock";
import { AppError, type ErrorCode } from "@/lib/core/web/errors";
import { ProviderError } from "@/lib/core/web/provider-error";
import type { TokenPair } from "@/lib/providers/accounting/port";
import { signInOf } from "@/lib/providers/accounting/registry";
import type { BooksType } from "@/lib/providers/accounting/systems";
import type { GocardlessOauthConfig } from "@/lib/providers/payments/gocardless/oauth";
import type { Connectable } from "@/lib/vendors/types";

/** How long a refresh lease lasts. A refresher that died is replaced after that. */
const LEASE_MS = 30_000;
/**
 * How long the next refresher waits after an expired lease. The previous refresher may be alive and hold a new pair
 * that the database, unreachable or full until now, did not take. Longer than one attempt to reach the database.
 */
const GRACE_MS = 6_000;
/** How long the vendor's answer to a refresh is held while the database does not take it. */
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

/** Returns the columns that a new pair of tokens fills. */
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
 * Returns what gives access to a supplier's accounting system: a token that is kept fresh, or a key. A refused key is
 * not replaced automatically.
 *
 * @param rejected a token that the vendor has just refused with 401
 * @throws AppError `connection_missing`; ProviderError kind `auth` if the vendor refuses a refresh
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

/** How a vendor's tokens are kept fresh. */
export interface Renewal {
  type: Connectable;
  /** A new token is fetched this long before the old one expires, so that no call starts with an expiring token. */
  earlyMs: number;
  /** The error if nobody is signed in. */
  missing: ErrorCode;
  refresh: (refreshToken: string) => Promise<TokenPair>;
}

/**
 * Returns a usable access token.
 * A lease on the row lets only one process refresh. Each refresh replaces the refresh token, and two refreshes of one
 * token end the connection.
 *
 * @param rejected a token that the vendor has just refused with 401
 * @throws AppError `renewal.missing`; ProviderError kind `auth` if the vendor refuses the refresh (`invalid_grant`)
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
    // Another process is refreshing: look again until the new pair is stored or the lease has expired.
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

/** True if the process whose lease has expired stores its pair after all, now that the database works again. */
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
    // Without an answer nobody knows whether the vendor replaced the token. The next attempt with the old one shows it.
    if (error instanceof ProviderError) await db.connection.updateMany({ where, data: { refreshLeaseUntil: null } });
    throw error;
  }
}

/**
 * Stores a new pair, and retries while the database is unreachable or full.
 * The vendor no longer accepts the token before it. Without the new pair the connection would be lost, and the supplier
 * would have to sign in again.
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
      // Not if the supplier has disconnected meanwhile: no token may remain there.
      const where = { customerId, type, tokenVersion, status: "connected" as const };
      await db.connection.updateMany({ where, data });
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      log.warn({ type, error: (error as Error).message }, "a new token waits for the database");
    }
  }
}
