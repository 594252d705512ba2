import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import type { BulkView } from "@/lib/invoices/bulk/loaders";

/** Links to a bulk run whose page the person has left. */
export function BulkNotice({ run }: { run: BulkView }) {
  const t = useTranslations("bulk");
  const { done, refused, total, isRunning } = run;
  const action = t(`actions.${run.action}`);
  return (
    <p role="status" className="mb-4 flex flex-wrap items-baseline gap-x-3 rounded-card bg-sunken px-4 py-2 text-sm">
      <span className="tabular-nums">
        {isRunning
          ? t("recentRunning", { action, done: done + refused, total })
          : t("recentDone", { action, done, refused })}
      </span>
      <Link
        href={`/app/invoices/bulk/${run.id}`}
        className="inline-flex min-h-11 items-center text-action underline underline-offset-2 sm:min-h-6"
      >
        {t("look")}
      </Link>
    </p>
  );
}
