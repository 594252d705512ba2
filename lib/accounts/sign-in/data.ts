import { db } from "@/lib/core/database/db";

const MAX_SESSIONS = 100;

/** Returns how a person signs in: second factor, number of recovery codes, passkeys, and their current sessions. */
export async function readSecurity(userId: string) {
  return await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      twoFactorEnabledAt: true,
      email: true,
      passkeys: {
        orderBy: { createdAt: "asc" },
        select: { id: true, name: true, isSynced: true, createdAt: true, lastUsedAt: true },
      },
      sessions: {
        where: { claimedAt: { not: null }, expiresAt: { gt: new Date() } },
        orderBy: { lastSeenAt: "desc" },
        take: MAX_SESSIONS,
      },
      _count: { select: { recoveryCodes: true } },
    },
  });
}
