import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";

/** Stores that a person has read a notice. @throws AppError `not_found` */
export async function markNoticeRead(customerId: CustomerId, userId: string, noticeId: string): Promise<void> {
  const notice = await db.notice.findUnique({ where: { customerId_id: { customerId, id: noticeId } } });
  if (!notice) throw new AppError("not_found");
  await store(customerId, userId, [noticeId]);
}

/** Stores that a person has read all open notices up to the newest one that the screen showed. */
export async function markNoticesRead(customerId: CustomerId, userId: string, until: Date): Promise<void> {
  const notices = await db.notice.findMany({
    where: { customerId, resolvedAt: null, createdAt: { lte: until }, reads: { none: { customerId, userId } } },
    select: { id: true },
  });
  const ids = notices.map(({ id }) => id);
  await store(customerId, userId, ids);
}

async function store(customerId: CustomerId, userId: string, noticeIds: string[]): Promise<void> {
  await db.noticeRead.createMany({
    data: noticeIds.map((noticeId) => ({ customerId, noticeId, userId, readAt: now() })),
    skipDuplicates: true,
  });
}
