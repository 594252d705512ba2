import { useTranslations } from "next-intl";
import { Progress } from "@/components/ui/progress";
import type { SyncView } from "@/lib/connections/loaders";

/**
 * Shows how many documents the running sync has read and how long the rest takes. The person may leave the page
 * meanwhile.
 */
export function SyncProgress({ sync }: { sync: SyncView }) {
  const t = useTranslations("connections.sync");
  const { done, total, minutesLeft, phase } = sync;
  const text =
    phase === "listing"
      ? t("found", { total })
      : minutesLeft
        ? t("rest", { done, total, minutes: minutesLeft })
        : t("count", { done, total });
  return (
    <div>
      <Progress label={t("title")} text={text} done={done} total={total} />
      <p className="mt-2 text-sm text-muted">{t("mayLeave")}</p>
    </div>
  );
}
