import { cache } from "react";
import { type Leavable, readNotificationToken } from "@/lib/auth/notification-token";
import { db } from "@/lib/core/db";
import { withinSupplier } from "@/lib/core/supplier-wall";
import { pageSession } from "@/lib/customers/loaders";
import { type NoticeGroup, subjectOf } from "./group-rules";
import { DISMISSIBLE } from "./mutations";
import { readPreferences } from "./recipient-data";
import type { NoticeKind, NotificationPreferences } from "./types";

export interface ShownGroup extends NoticeGroup {
  /** Nothing is to be done but to know it: what was given until then may be laid aside. */
  dismissibleUntil?: string;
}

/** Notices of one kind as the database adds them up. */
export interface NoticeSum {
  kind: string;
  count: number;
  sumCents: number;
  /** When the oldest was given. */
  since: string;
  /** When the newest was given. */
  newest: string;
  /** Of the newest. */
  data: Record<string, unknown>;
}

export function noticeGroupOf({ kind, count, sumCents, since, newest, data }: NoticeSum): ShownGroup {
  return {
    kind,
    count,
    sumCents,
    since: new Date(since).toISOString(),
    ...subjectOf(data),
    dismissibleUntil: DISMISSIBLE.includes(kind as NoticeKind) ? new Date(newest).toISOString() : undefined,
  };
}

/** Which mails the person who is signed in wants about this supplier. */
export const loadNotificationPreferences = cache(async (): Promise<NotificationPreferences> => {
  const { customerId, userId } = await pageSession();
  return await readPreferences(customerId, userId);
});

export interface LeavingView {
  kind: Leavable;
  companyName: string;
  /** It is off already, or the person is not with this supplier any more. */
  isOff: boolean;
}

/** What a link from a mail would turn off; undefined if we did not make the link. */
export async function loadLeaving(token: string): Promise<LeavingView | undefined> {
  const scope = readNotificationToken(token);
  if (!scope) return undefined;
  const { customerId, userId, kind } = scope;
  const membership = await withinSupplier(customerId, () =>
    db.membership.findUnique({
      where: { customerId_userId: { customerId, userId } },
      select: { wantsPreview: true, wantsDigest: true, customer: { select: { companyName: true } } },
    }),
  );
  const isOff = !(kind === "preview" ? membership?.wantsPreview : membership?.wantsDigest);
  return { kind, companyName: membership?.customer.companyName ?? "", isOff };
}
