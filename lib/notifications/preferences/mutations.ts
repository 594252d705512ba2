import { readNotificationToken } from "@/lib/auth/notification-token";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { AppError } from "@/lib/core/web/errors";
import type { NotificationPreferences } from "@/lib/notices/types";

/** Saves which mails a person wants about this supplier; their preferences for other suppliers stay. */
export async function savePreferences(
  customerId: CustomerId,
  userId: string,
  wanted: NotificationPreferences,
): Promise<void> {
  await db.membership.updateMany({
    where: { customerId, userId },
    data: { wantsPreview: wanted.preview, wantsDigest: wanted.digest, wantsAlerts: wanted.alerts },
  });
}

/**
 * Turns off the kind of mail that a token names. Repeating it changes nothing.
 *
 * @throws AppError `not_found` for a token that we did not sign, or of a person who has left
 */
export async function leaveNotification(token: string): Promise<void> {
  const scope = await readNotificationToken(token);
  if (!scope) throw new AppError("not_found");
  const { customerId, userId, kind } = scope;
  const data = kind === "preview" ? { wantsPreview: false } : { wantsDigest: false };
  await db.membership.updateMany({ where: { customerId, userId }, data });
}
