import { useTranslations } from "next-intl";
import type { Refusal } from "./use-action";

/** What was refused and why; the id below is for the support. */
export function RefusalText({ refusal, text }: { refusal?: Refusal; text?: string }) {
  const t = useTranslations("errors");
  if (!refusal) return null;
  return (
    <div role="alert" className="mt-2 text-sm">
      <p className="font-medium text-bad">{text ?? t(refusal.code)}</p>
      {refusal.requestId ? (
        <p className="mt-0.5 text-xs text-muted">{t("requestId", { id: refusal.requestId })}</p>
      ) : null}
    </div>
  );
}
