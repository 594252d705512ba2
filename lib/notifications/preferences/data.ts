import type { CustomerId } from "@/lib/auth/scope";
import { db, type Prisma, type Tx } from "@/lib/core/database/db";
import { isLocale, type Locale } from "@/lib/core/locales";
import type { NotificationKind, NotificationPreferences } from "@/lib/notices/types";

export interface Recipient {
  userId: string;
  email: string;
  name: string;
  locale: Locale;
}

const WANTS: Record<NotificationKind, Prisma.MembershipWhereInput> = {
  preview: { wantsPreview: true },
  digest: { wantsDigest: true },
  alerts: { wantsAlerts: true },
};

/**
 * Returns the supplier's people who want a kind of mail. Removed people, all people of a closed account, and unproven
 * mailboxes get none.
 */
export async function readRecipients(tx: Tx, customerId: CustomerId, kind: NotificationKind): Promise<Recipient[]> {
  const rows = await tx.membership.findMany({
    where: { customerId, ...WANTS[kind], customer: { closedAt: null }, user: { emailProvenAt: { not: null } } },
    select: { user: { select: { id: true, email: true, name: true, locale: true } } },
    orderBy: { createdAt: "asc" },
  });
  return rows.map(({ user }) => ({
    userId: user.id,
    email: user.email,
    name: user.name,
    locale: isLocale(user.locale) ? user.locale : "en",
  }));
}

const LEAVING = { wantsPreview: true, wantsDigest: true, customer: { select: { companyName: true } } } as const;

/** Returns which mails a person gets from a supplier, and the firm's name; null if the person is not with it. */
export async function readLeaving(
  customerId: string,
  userId: string,
): Promise<Prisma.MembershipGetPayload<{ select: typeof LEAVING }> | null> {
  return await db.membership.findUnique({ where: { customerId_userId: { customerId, userId } }, select: LEAVING });
}

export async function readPreferences(customerId: CustomerId, userId: string): Promise<NotificationPreferences> {
  const row = await db.membership.findUniqueOrThrow({
    where: { customerId_userId: { customerId, userId } },
    select: { wantsPreview: true, wantsDigest: true, wantsAlerts: true },
  });
  return { preview: row.wantsPreview, digest: row.wantsDigest, alerts: row.wantsAlerts };
}
