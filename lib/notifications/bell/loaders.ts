import { pageSession } from "@/lib/auth/sessions/page-session";
import type { Page, PageRequest } from "@/lib/core/web/paging";
import { placeOf, subjectOf } from "@/lib/notifications/groups/rules";
import { findNotices, type StoredNotice } from "./data";

export interface NoticeRow {
  id: string;
  kind: string;
  at: string;
  /** The page where it is handled. */
  href: string;
  isRead: boolean;
  isResolved: boolean;
  number?: string;
  name?: string;
  type?: string;
}

/** Loads a page of the notices, newest first. */
export async function loadNotices(onlyUnread: boolean, page: PageRequest): Promise<Page<NoticeRow>> {
  const { customerId, userId } = await pageSession();
  const found = await findNotices(customerId, userId, { onlyUnread, page });
  return { ...found, items: found.items.map(rowOf) };
}

function rowOf(notice: StoredNotice): NoticeRow {
  const { id, kind, createdAt, resolvedAt, reads } = notice;
  const subject = subjectOf((notice.data ?? {}) as Record<string, unknown>);
  const at = createdAt.toISOString();
  return {
    ...{ id, kind, at },
    href: placeOf({ kind, count: 1, sumCents: 0, since: at, ...subject }),
    // Nobody has to read a notice whose cause is gone.
    isRead: resolvedAt !== null || reads.length > 0,
    isResolved: resolvedAt !== null,
    ...{ number: subject.number, name: subject.name, type: subject.type },
  };
}
