import type { CustomerId } from "@/lib/auth/scope";
import { closeDifferences } from "@/lib/comparisons/mutations";
import { openToken } from "@/lib/connections/tokens/mutations";
import { gocardlessOauth } from "@/lib/connections/tokens/provider";
import { db } from "@/lib/core/database/db";
import type { Actor } from "@/lib/core/telemetry/audit";
import { log } from "@/lib/core/telemetry/log";
import { AppError } from "@/lib/core/web/errors";
import { resolveNotice } from "@/lib/notices/mutations";
import { revokeSignIn } from "@/lib/providers/accounting/registry";
import { revoke as revokeGocardless } from "@/lib/providers/payments/gocardless/oauth";
import { signInLost } from "@/lib/vendors/rules";
import type { Connectable } from "@/lib/vendors/types";
import { notifyDisconnected } from "./mail-mutations";
import { endConnection, resolveUnreadable } from "./mutations";

/**
 * Disconnects an account for the supplier, and revokes our tokens at the vendor if the vendor can be reached. A
 * connection made meanwhile is kept.
 */
export async function disconnect(
  customerId: CustomerId,
  type: Connectable,
  actor: Actor,
  options = { isClosing: false },
): Promise<void> {
  const row = await db.connection.findUnique({ where: { customerId_type: { customerId, type } } });
  if (!row || row.status === "disconnected") throw new AppError("connection_missing");
  await revokeTokens(customerId, type, row).catch((error: unknown) =>
    log.warn({ err: error, type }, "token could not be revoked"),
  );
  const { connectedAt } = row;
  const end = { status: "disconnected", reason: "by_supplier", actor } as const;
  await endConnection(customerId, type, { ...end, ifConnectedAt: connectedAt });
  await db.$transaction(async (tx) => {
    // Another supplier may now connect the account, and a connection lost earlier needs no notice any more.
    const left = await tx.connection.updateMany({
      where: { customerId, type, connectedAt, status: { not: "connected" } },
      data: { status: "disconnected", organisationId: null },
    });
    if (left.count === 0) return;
    // The closing of the whole supplier account has its own mail to the owners.
    if (!options.isClosing) await notifyDisconnected(tx, row, actor);
    await resolveNotice(tx, customerId, `connection-lost:${type}`);
    await resolveNotice(tx, customerId, signInLost(type));
    await resolveUnreadable(tx, customerId, [type]);
    await closeDifferences(tx, customerId, [type]);
  });
}

async function revokeTokens(
  customerId: string,
  type: Connectable,
  row: { accessToken: string | null; refreshToken: string | null },
) {
  if (type !== "GOCARDLESS" && row.refreshToken) {
    await revokeSignIn(type, openToken(customerId, type, "refresh", row.refreshToken));
  }
  if (type === "GOCARDLESS" && row.accessToken) {
    await revokeGocardless(gocardlessOauth(), openToken(customerId, type, "access", row.accessToken));
  }
}
