"use server";

import { z } from "zod";
import { db } from "@/lib/core/database/db";
import { action, publicAction } from "@/lib/http/action";
import { dismissNotices } from "@/lib/notices/mutations";
import { markNoticeRead, markNoticesRead } from "@/lib/notices/read-mutations";
import { leaveNotification, savePreferences } from "@/lib/notifications/preferences/mutations";
import { notificationPreferences } from "./schema";

export const dismissNoticesAction = action({
  access: "member",
  input: z.object({ kind: z.string().max(60), until: z.iso.datetime() }),
  handler: async ({ caller, input: { kind, until } }) =>
    await db.$transaction((tx) =>
      dismissNotices(tx, caller.customerId, { kind, until: new Date(until) }, caller.actor),
    ),
});

/** Marks a notice as read by the signed-in person, so read-only access is enough. */
export const markNoticeReadAction = action({
  access: "reader",
  input: z.object({ noticeId: z.string().max(64) }),
  handler: async ({ caller, input }) => await markNoticeRead(caller.customerId, caller.userId, input.noticeId),
});

/** Marks all open notices up to the newest one shown as read by the signed-in person. */
export const markAllNoticesReadAction = action({
  access: "reader",
  input: z.object({ until: z.iso.datetime() }),
  handler: async ({ caller, input }) => await markNoticesRead(caller.customerId, caller.userId, new Date(input.until)),
});

/** Saves the signed-in person's own mail preferences, so read-only access is enough. */
export const saveNotificationsAction = action({
  access: "reader",
  input: notificationPreferences,
  handler: async ({ caller, input }) => await savePreferences(caller.customerId, caller.userId, input),
});

/** Turns off a kind of mail by the link in the mail, without a sign-in. */
export const leaveNotificationAction = publicAction({
  input: z.object({ token: z.string().max(400) }),
  handler: async ({ input }) => await leaveNotification(input.token),
});
