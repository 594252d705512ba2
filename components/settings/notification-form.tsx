"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Checkbox } from "@/components/ui/checkbox";
import { say } from "@/components/ui/toast";
import { NOTIFICATION_KINDS, type NotificationKind, type NotificationPreferences } from "@/lib/notices/types";
import { saveNotificationsAction } from "@/lib/notifications/actions";

/** The notification settings. A tick is saved at once; if saving fails, the box returns to its saved state. */
export function NotificationForm({ preferences }: { preferences: NotificationPreferences }) {
  const t = useTranslations("notifications");
  const { busy, refusal, run } = useAction<void>();
  const [saved, setSaved] = useState(preferences);
  const [wanted, setWanted] = useState<NotificationPreferences>();

  function toggle(kind: NotificationKind): void {
    const next = { ...saved, [kind]: !saved[kind] };
    setWanted(next);
    run(
      async () => {
        const result = await saveNotificationsAction(next).finally(() => setWanted(undefined));
        if (result.ok) setSaved(next);
        return result;
      },
      () => say(t("saved")),
    );
  }

  const shown = wanted ?? saved;
  return (
    <div className="space-y-3">
      {NOTIFICATION_KINDS.map((kind) => (
        <Checkbox
          key={kind}
          id={`notification-${kind}`}
          label={
            <>
              <span className="block font-medium">{t(`kinds.${kind}.label`)}</span>
              <span className="block text-muted">{t(`kinds.${kind}.hint`)}</span>
            </>
          }
          checked={shown[kind]}
          // A disabled box would lose the keyboard focus.
          onChange={() => (busy ? undefined : toggle(kind))}
        />
      ))}
      <RefusalText refusal={refusal} text={t("saveFailed")} />
    </div>
  );
}
