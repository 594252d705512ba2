import { setTimeout as wait } from "node:timers/promises";
import type { CustomerId } from "@/lib/auth/scope";
import { now } from "@/lib/core/clock";
import { decrypt, encrypt } from "@/lib/core/crypto";
import { db } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { AppError } from "@/lib/core/errors";
import { log } from "@/lib/core/log";
import { ProviderError } from "@/lib/core/provider-error";
import { type LexwareOauthConfig, refresh, type TokenPair } from "@/lib/providers/accounting/lexware/oauth";
import type { BooksType } from "@/lib/providers/accounting/registry";
import type { GocardlessOauthConfig } from "@/lib/providers/payments/gocardless/oauth";
import { type Connectable, oauthReturnPath } from "./types";

/** A new token is fetched this long before the old one ends, so that no call starts with a dying one. */
const EARLY_MS = 10 * 60_000;
/** A refresher that died is replaced after this long. */
const LEASE_MS = 30_000;

export function lexwareOauth(): LexwareOauthConfig {
  const { LEXOFFICE_APP_URL: appUrl, LEXOFFICE_CLIENT_ID: clientId, LEXOFFICE_CLIENT_SECRET: clientSecret } = env();
  return { appUrl, clientId, clientSecret, redirectUri: `${env().APP_URL}${oauthReturnPath("LEXOFFICE")}` };
}

export function gocardlessOauth(): GocardlessOauthConfig {
  const {
    GOCARDLESS_CONNECT_URL: connectUrl,
    GOCARDLESS_CLIENT_ID: clientId,
    GOCARDLESS_CLIENT_SECRET: clientSecret,
  } = env();
  return { connectUrl, clientId, clientSecret, redirectUri: `${env().APP_URL}${oauthReturnPath("GOCARDLESS")}` };
}

export function sealToken(customerId: string, type: Connectable, column: "access" | "refresh", token: string): string {
  return encrypt(token, `connections/${customerId}/${type}/${column}`);
}

export function openToken(customerId: string, type: Connectable, column: "access" | "refresh", sealed: string): string {
  return decrypt(sealed, `connections/${customerId}/${type}/${column}`);
}

/** The columns a new pair of tokens fills. */
export function tokenColumns(customerId: string, pair: TokenPair) {
  return {
    accessToken: sealToken(customerId, "LEXOFFICE", "access", pair.accessToken),
    refreshToken: sealToken(customerId, "LEXOFFICE", "refresh", pair.refreshToken),
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
  if (type === "LEXOFFICE") return await lexwareAccessToken(customerId, rejected);
  const row = await db.connection.findUnique({ where: { customerId_type: { customerId, type } } });
  if (row?.status !== "connected" || !row.accessToken) throw new AppError("connection_missing");
  return openToken(customerId, type, "access", row.accessToken);
}

/**
 * A usable Lexware access token; refreshes collapse to one over all processes by a lease on the row, because two
 * refreshes of one token end the connection.
 *
 * @param rejected a token Lexware has just refused with 401
 * @throws AppError `connection_missing`; ProviderError kind `auth` when Lexware refuses the refresh (`invalid_grant`)
 */
async function lexwareAccessToken(customerId: CustomerId, rejected?: string): Promise<string> {
  for (;;) {
    const row = await db.connection.findUnique({ where: { customerId_type: { customerId, type: "LEXOFFICE" } } });
    if (row?.status !== "connected" || !row.accessToken || !row.refreshToken) throw new AppError("connection_missing");
    const token = openToken(customerId, "LEXOFFICE", "access", row.accessToken);
    const isFresh = (row.accessExpiresAt?.getTime() ?? 0) - now().getTime() > EARLY_MS;
    if (isFresh && token !== rejected) return token;
    if (await takeLease(customerId, row.tokenVersion)) {
      const refreshToken = openToken(customerId, "LEXOFFICE", "refresh", row.refreshToken);
      return await refreshUnderLease(customerId, row.tokenVersion, refreshToken);
    }
    // Somebody else is refreshing: look again until the new pair stands or the lease has run out.
    await wait(150);
  }
}

async function takeLease(customerId: CustomerId, tokenVersion: number): Promise<boolean> {
  const taken = await db.connection.updateMany({
    where: {
      customerId,
      type: "LEXOFFICE",
      tokenVersion,
      OR: [{ refreshLeaseUntil: null }, { refreshLeaseUntil: { lt: new Date() } }],
    },
    data: { refreshLeaseUntil: new Date(Date.now() + LEASE_MS) },
  });
  return taken.count === 1;
}

async function refreshUnderLease(customerId: CustomerId, tokenVersion: number, refreshToken: string): Promise<string> {
  const where = { customerId, type: "LEXOFFICE" as const, tokenVersion };
  try {
    const pair = await refresh(lexwareOauth(), refreshToken);
    await db.connection.updateMany({
      where,
      data: { ...tokenColumns(customerId, pair), tokenVersion: tokenVersion + 1 },
    });
    log.info({ provider: "lexoffice" }, "access token refreshed");
    return pair.accessToken;
  } catch (error) {
    // Whether Lexware has turned the token over is unknown when no answer came; the next try with the old one tells.
    if (error instanceof ProviderError) await db.connection.updateMany({ where, data: { refreshLeaseUntil: null } });
    throw error;
  }
}
