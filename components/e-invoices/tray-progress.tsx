import { useLocale, useTranslations } from "next-intl";
import { Progress } from "@/components/ui/progress";
import type { TrayProgress } from "@/lib/e-invoices/tray/types";

/** Shows how many files have been read, at which rate, and how long the rest takes. */
export function TrayReading({ progress }: { progress: TrayProgress }) {
  const t = useTranslations("eInvoices.progress");
  const locale = useLocale();
  const { done, total, perSecond, minutesLeft } = progress;
  const count = t("count", { done, total });
  const rate = perSecond ? t("rate", { rate: new Intl.NumberFormat(locale).format(Math.round(perSecond)) }) : undefined;
  const rest = minutesLeft ? t("rest", { minutes: minutesLeft }) : undefined;
  const text = [count, rate, rest].filter((part) => part !== undefined).join(", ");
  return (
    <div>
      <Progress label={t("title")} text={text} done={done} total={total} />
      <p className="mt-2 text-sm text-muted">{t("mayLeave")}</p>
    </div>
  );
}
