import { setTimeout as wait } from "node:timers/promises";
import type { CustomerId } from "@/lib/auth/scope";
import { awaitPace, pausePace } from "@/lib/connections/pace-mutations";
import { openToken, sealToken } from "@/lib/connections/token-mutations";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { ProviderError } from "@/lib/core/provider-error";
import { type DatevTokens, refresh } from "@/lib/providers/accounting/datev/oauth";
import type { FileUploads } from "@/lib/providers/accounting/datev/uploads";
import { datevOauth, fileAccountingOf } from "@/lib/providers/accounting/registry";

/** DATEV names no limit and watches the ratio of reads to uploads: one call a second is plenty. */
const PACE = { intervalMs: 1_000, burst: 2 };
const PAUSE_AFTER_429_MS = 10_000;
/** A token lives for 15 minutes; it is replaced before it dies under a call. */
const EARLY_MS = 3 * 60_000;
const LEASE_MS = 30_000;

/**
 * Works with DATEV's file service as somebody of the supplier who has signed in there. A refused sign-in ends only the
 * sign-in: the books go on by file.
 *
 * @throws AppError `upload_not_possible`; ProviderError for everything the service says
 */
export async function withUploads<T>(customerId: CustomerId, run: (uploads: FileUploads) => Promise<T>): Promise<T> {
  const key = `DATEV:${customerId}`;
  const access = { pace: () => awaitPace(key, PACE), accessToken: () => datevAccessToken(customerId) };
  const { uploads } = fileAccountingOf("DATEV", access);
  if (!uploads) throw new AppError("upload_not_possible");
  try {
    return await run(uploads);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === "rate_limited") await pausePace(key, error.retryAfterMs ?? PAUSE_AFTER_429_MS);
    if (error.kind !== "auth") throw error;
    await forgetSignIn(customerId);
    throw new AppError("upload_not_possible", error.message);
  }
}

/** The columns a new pair of tokens fills. */
export function signInColumns(customerId: CustomerId, tokens: DatevTokens) {
  return {
    accessToken: sealToken(customerId, "DATEV", "access", tokens.accessToken),
    refreshToken: sealToken(customerId, "DATEV", "refresh", tokens.refreshToken),
    accessExpiresAt: new Date(now().getTime() + tokens.expiresInSeconds * 1_000),
    refreshLeaseUntil: null,
  };
}

export async function forgetSignIn(customerId: CustomerId): Promise<void> {
  await db.connection.updateMany({
    where: { customerId, type: "DATEV" },
    data: { accessToken: null, refreshToken: null, accessExpiresAt: null, refreshLeaseUntil: null },
  });
}

/** A usable access token. Refreshes collapse to one by a lease on the row: the refresh token turns over with each. */
async function datevAccessToken(customerId: CustomerId): Promise<string> {
  for (;;) {
    const row = await db.connection.findUnique({ where: { customerId_type: { customerId, type: "DATEV" } } });
    if (!row?.accessToken || !row.refreshToken) throw new AppError("upload_not_possible");
    if ((row.accessExpiresAt?.getTime() ?? 0) - now().getTime() > EARLY_MS)
      return openToken(customerId, "DATEV", "access", row.accessToken);
    const where = { customerId, type: "DATEV" as const, tokenVersion: row.tokenVersion };
    const free = { OR: [{ refreshLeaseUntil: null }, { refreshLeaseUntil: { lt: new Date() } }] };
    const data = { refreshLeaseUntil: new Date(Date.now() + LEASE_MS) };
    const taken = await db.connection.updateMany({ where: { ...where, ...free }, data });
    if (taken.count === 1) return await refreshUnderLease(customerId, row.tokenVersion, row.refreshToken);
    await wait(150);
  }
}

async function refreshUnderLease(customerId: CustomerId, tokenVersion: number, sealed: string): Promise<string> {
  const where = { customerId, type: "DATEV" as const, tokenVersion };
  const config = datevOauth();
  if (!config) throw new AppError("upload_not_possible");
  try {
    const tokens = await refresh(config, openToken(customerId, "DATEV", "refresh", sealed));
    const data = { ...signInColumns(customerId, tokens), tokenVersion: tokenVersion + 1 };
    await db.connection.updateMany({ where, data });
    return tokens.accessToken;
  } catch (error) {
    if (error instanceof ProviderError) await db.connection.updateMany({ where, data: { refreshLeaseUntil: null } });
    throw error;
  }
}
