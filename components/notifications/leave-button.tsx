"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { leaveNotificationAction } from "@/lib/notifications/actions";

/** Unsubscribes from one kind of mail. It needs a click, because mail scanners open every link. */
export function LeaveButton({ token, kind }: { token: string; kind: "preview" | "digest" }) {
  const t = useTranslations("notifications.leave");
  const { busy, refusal, run } = useAction<void>();
  const [isDone, setIsDone] = useState(false);
  if (isDone) return <p role="status">{t(`${kind}Off`)}</p>;
  return (
    <>
      <Button
        tone="primary"
        busy={busy}
        onClick={() =>
          run(
            () => leaveNotificationAction({ token }),
            () => setIsDone(true),
          )
        }
      >
        {t("button")}
      </Button>
      <RefusalText refusal={refusal} />
    </>
  );
}
