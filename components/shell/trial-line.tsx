import { Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";

/** Shows how many days of the free trial are left; nothing without a trial. */
export function TrialLine({ daysLeft, onNavigate }: { daysLeft?: number; onNavigate?: () => void }) {
  const t = useTranslations("shell");
  if (daysLeft === undefined) return null;
  return (
    <Link
      href="/app/subscription"
      onClick={onNavigate}
      className="flex min-h-11 items-center gap-3 rounded-control px-3 text-sm text-muted hover:bg-sunken hover:text-ink lg:min-h-9"
    >
      <Hourglass aria-hidden="true" strokeWidth={1.5} className="mx-0.5 size-4 shrink-0" />
      {t("trial", { days: daysLeft })}
    </Link>
  );
}
