import { useLocale } from "next-intl";
import { cx } from "@/components/ui/class-names";
import { formatTenths } from "@/lib/core/money";

/** Tenths of a cent, as providers charge fees: not rounded, so that one can check the sum by hand. */
export function Tenths({ tenths, className }: { tenths: number; className?: string }) {
  return <span className={cx("figure", className)}>{formatTenths(tenths, useLocale())}</span>;
}
