import { setTimeout as wait } from "node:timers/promises";
import type { CustomerId } from "@/lib/auth/scope";
import { decrypt, encrypt } from "@/lib/core/crypto";
import { db } from "@/lib/core/database/db";
import { log } from "@/lib/core/telemetry/log";
import { now } from "@/lib/core/time/clock";
import type { TokenPair } from "@/lib/providers/accounting/port";
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
 * Takes the lease to refresh a token. False if another process has it, or if the token has been replaced.
 *
 * @param tokenVersion of the row that was read
 */
export async function takeLease(customerId: CustomerId, type: Connectable, tokenVersion: number): Promise<boolean> {
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

/**
 * Waits up to `GRACE_MS` for the process whose lease has expired. True if it stored a new pair after all, or if the
 * connection ended.
 */
export async function waitForLateStore(
  customerId: CustomerId,
  type: Connectable,
  tokenVersion: number,
): Promise<boolean> {
  for (const until = Date.now() + GRACE_MS; Date.now() < until; await wait(150)) {
    const row = await db.connection.findUnique({ where: { customerId_type: { customerId, type } } });
    if (row?.tokenVersion !== tokenVersion || row.status !== "connected") return true;
  }
  return false;
}

/**
 * Stores a new pair, and retries while the database is unreachable or full.
 * The vendor no longer accepts the token before it. Without the new pair the connection would be lost, and the supplier
 * would have to sign in again.
 */
export async function storePair(
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
      log.warn({ type, error: (error as Error).message }, "new token not stored yet: database error, retrying");
    }
  }
}
