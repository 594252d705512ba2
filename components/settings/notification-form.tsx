"use client";

import { useTranslations } from "next-intl";
import { TickForm } from "@/components/action/tick-form";
import { NOTIFICATION_KINDS, type NotificationPreferences } from "@/lib/notices/types";
import { saveNotificationsAction } from "@/lib/notifications/actions";

/** Chooses which notifications a person gets by mail. */
export function NotificationForm({ preferences }: { preferences: NotificationPreferences }) {
  const t = useTranslations("notifications");
  const boxes = NOTIFICATION_KINDS.map((key) => ({
    key,
    label: (
      <>
        <span className="block font-medium">{t(`kinds.${key}.label`)}</span>
        <span className="block text-muted">{t(`kinds.${key}.hint`)}</span>
      </>
    ),
  }));
  const texts = { save: t("save"), saved: t("saved") };
  return <TickForm boxes={boxes} stored={preferences} save={saveNotificationsAction} texts={texts} />;
}
