import { useLocale } from "next-intl";
import { cx } from "@/components/ui/class-names";
import { formatMoney } from "@/lib/core/money/money";

/** An amount of money that aligns with the amounts above it and never wraps. */
export function Money({ cents, currency, className }: { cents: number; currency?: string; className?: string }) {
  return <span className={cx("figure", className)}>{formatMoney(cents, useLocale(), currency)}</span>;
}
