import { cache } from "react";
import { type Leavable, readNotificationToken } from "@/lib/auth/notification-token";
import { pageSession } from "@/lib/auth/sessions/page-session";
import { withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { DISMISSIBLE } from "@/lib/notices/mutations";
import type { NoticeKind, NotificationPreferences } from "@/lib/notices/types";
import { type NoticeGroup, subjectOf } from "@/lib/notifications/groups/rules";
import { readLeaving, readPreferences } from "@/lib/notifications/preferences/data";

export interface ShownGroup extends NoticeGroup {
  /** Set if the group needs no action: a person may dismiss the notices raised until then. */
  dismissibleUntil?: string;
}

/** Notices of one kind, summed up by the database. */
export interface NoticeSum {
  kind: string;
  count: number;
  sumCents: number;
  /** Time of the oldest notice. */
  since: string;
  /** Time of the newest notice. */
  newest: string;
  /** Data of the newest notice. */
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

/** Loads which mails the signed-in person wants about this supplier. */
export const loadNotificationPreferences = cache(async (): Promise<NotificationPreferences> => {
  const { customerId, userId } = await pageSession();
  return await readPreferences(customerId, userId);
});

export interface LeavingView {
  kind: Leavable;
  companyName: string;
  /** True if the mail is off already, or the person is no longer with this supplier. */
  isOff: boolean;
}

/** Loads what a link from a mail would turn off; undefined for a token that we did not sign. */
export async function loadLeaving(token: string): Promise<LeavingView | undefined> {
  const scope = await readNotificationToken(token);
  if (!scope) return undefined;
  const { customerId, userId, kind } = scope;
  const membership = await withinSupplier(customerId, () => readLeaving(customerId, userId));
  const isOff = !(kind === "preview" ? membership?.wantsPreview : membership?.wantsDigest);
  return { kind, companyName: membership?.customer.companyName ?? "", isOff };
}
