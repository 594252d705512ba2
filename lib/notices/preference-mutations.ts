import { readNotificationToken } from "@/lib/auth/notification-token";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import type { NotificationPreferences } from "./types";

/** Which mails a person wants about this supplier; about others they work for nothing changes. */
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
 * Ends the kind of mail that a link in one of them names. Doing it again, or for somebody who is not there any more,
 * changes nothing.
 *
 * @throws AppError `not_found` for a link we did not make
 */
export async function leaveNotification(token: string): Promise<void> {
  const scope = readNotificationToken(token);
  if (!scope) throw new AppError("not_found");
  const { customerId, userId, kind } = scope;
  const data = kind === "preview" ? { wantsPreview: false } : { wantsDigest: false };
  await db.membership.updateMany({ where: { customerId, userId }, data });
}
