"use client";

import { useTranslations } from "next-intl";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Banner } from "@/components/ui/banner";
import { Button, buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { undoAction } from "@/lib/subscriptions/actions";
import { useDayText } from "./use-day-text";

/**
 * Shown when somebody opens the cancel flow after cancelling. They can undo the cancellation until the subscription
 * ends.
 */
export function AlreadyCancelled({ endsAt }: { endsAt: string }) {
  const t = useTranslations("cancel");
  const dayText = useDayText();
  const { busy, refusal, run } = useAction<void>();
  return (
    <Banner
      tone="info"
      title={t("already.title", { day: dayText(endsAt) })}
      action={
        <>
          <Button
            tone="primary"
            busy={busy}
            onClick={() =>
              run(
                () => undoAction({ what: "cancel" }),
                () => window.location.assign("/app/subscription"),
              )
            }
          >
            {t("already.undo")}
          </Button>
          <Link href="/app" className={buttonClass("plain")}>
            {t("back")}
          </Link>
        </>
      }
    >
      <p>{t("already.text")}</p>
      <RefusalText refusal={refusal} />
    </Banner>
  );
}
