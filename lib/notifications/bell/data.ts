import type { CustomerId } from "@/lib/auth/scope";
import { db, type Prisma } from "@/lib/core/database/db";
import { findSortedPage } from "@/lib/core/database/page-reading";
import type { Page, PageRequest } from "@/lib/core/web/paging";

export type StoredNotice = Prisma.NoticeGetPayload<{ include: { reads: true } }>;

/** Returns a page of the notices, newest first, each with whether this person has read it. */
export async function findNotices(
  customerId: CustomerId,
  userId: string,
  { onlyUnread, page }: { onlyUnread: boolean; page: PageRequest },
): Promise<Page<StoredNotice>> {
  const own = { where: { customerId, userId } };
  const list = { customerId, ...(onlyUnread ? { resolvedAt: null, reads: { none: own.where } } : {}) };
  const order: Prisma.NoticeOrderByWithRelationInput[] = [{ createdAt: "desc" }, { id: "asc" }];
  return await findSortedPage(customerId, page, {
    order,
    row: (id) => db.notice.findUnique({ where: { customerId_id: { customerId, id } } }),
    rows: ({ where, ...args }) =>
      db.notice.findMany({ ...args, where: { AND: [list, where] }, include: { reads: own } }),
  });
}
