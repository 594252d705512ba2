import { setTimeout as wait } from "node:timers/promises";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import type { Connection } from "@/lib/core/prisma/client";
import { log } from "@/lib/core/telemetry/log";
import { now } from "@/lib/core/time/clock";
import { AppError, type ErrorCode } from "@/lib/core/web/errors";
import { ProviderError } from "@/lib/core/web/provider-error";
import type { TokenPair } from "@/lib/providers/accounting/port";
import { signInOf } from "@/lib/providers/accounting/registry";
import type { OnlineSystem } from "@/lib/providers/accounting/systems";
import type { GocardlessOauthConfig } from "@/lib/providers/payments/gocardless/oauth";
import type { Connectable } from "@/lib/vendors/types";
import { openToken, storePair, takeLease, waitForLateStore } from "./mutations";

/** Returns the configuration of the sign-in at GoCardless. */
export function gocardlessOauth(): GocardlessOauthConfig {
  const {
    GOCARDLESS_CONNECT_URL: connectUrl,
    GOCARDLESS_CLIENT_ID: clientId,
    GOCARDLESS_CLIENT_SECRET: clientSecret,
  } = env();
  return { connectUrl, clientId, clientSecret, redirectUri: `${env().APP_URL}/api/connect/goCardless/return` };
}

/**
 * Returns what gives access to a supplier's accounting system: a token that is kept fresh, or a key. A refused key is
 * not replaced automatically.
 *
 * @param rejected a token that the vendor has just refused with 401
 * @param current the connection's row, if its tokens have not changed since it was read
 * @throws AppError `connection_missing`; ProviderError kind `auth` if the vendor refuses a refresh
 */
export async function accountingAccessToken(
  customerId: CustomerId,
  type: OnlineSystem,
  rejected?: string,
  current?: Connection,
): Promise<string> {
  const signIn = signInOf(type);
  if (signIn) {
    const { renewEarlyMs: earlyMs, refresh } = signIn;
    const renewal: Renewal = { type, earlyMs, missing: "connection_missing", refresh };
    return await freshAccessToken(customerId, renewal, rejected, current);
  }
  const row = current ?? (await db.connection.findUnique({ where: { customerId_type: { customerId, type } } }));
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
 * @param current the connection's row, if its tokens have not changed since it was read
 * @throws AppError `renewal.missing`; ProviderError kind `auth` if the vendor refuses the refresh (`invalid_grant`)
 */
export async function freshAccessToken(
  customerId: CustomerId,
  renewal: Renewal,
  rejected?: string,
  current?: Connection,
): Promise<string> {
  const { type, earlyMs, missing } = renewal;
  for (let known = current; ; known = undefined) {
    const row = known ?? (await db.connection.findUnique({ where: { customerId_type: { customerId, type } } }));
    if (row?.status !== "connected" || !row.accessToken || !row.refreshToken) throw new AppError(missing);
    const token = openToken(customerId, type, "access", row.accessToken);
    const isFresh = (row.accessExpiresAt?.getTime() ?? 0) - now().getTime() > earlyMs;
    if (isFresh && token !== rejected) return token;
    if (await takeLease(customerId, type, row.tokenVersion)) {
      const isLeftBehind = row.refreshLeaseUntil !== null;
      if (isLeftBehind && (await waitForLateStore(customerId, type, row.tokenVersion))) continue;
      const refreshToken = openToken(customerId, type, "refresh", row.refreshToken);
      return await refreshUnderLease(customerId, renewal, row.tokenVersion, refreshToken);
    }
    // Another process is refreshing: look again until the new pair is stored or the lease has expired.
    await wait(150);
  }
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
