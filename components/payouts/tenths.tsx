import { useLocale } from "next-intl";
import { cx } from "@/components/ui/class-names";
import { formatTenths } from "@/lib/core/money/money";

/**
 * An amount in tenths of a cent, the unit in which GoCardless charges fees. It is not rounded, so that the sum can be
 * checked by hand.
 */
export function Tenths({ tenths, className }: { tenths: number; className?: string }) {
  return <span className={cx("figure", className)}>{formatTenths(tenths, useLocale())}</span>;
}
