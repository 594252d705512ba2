import { useLocale } from "next-intl";
import { cx } from "@/components/ui/class-names";

/** Tenths of a cent, as providers charge fees: three decimals, so that one can check the sum by hand. */
export function Tenths({ tenths, className }: { tenths: number; className?: string }) {
  const locale = useLocale();
  const format = new Intl.NumberFormat(locale === "de" ? "de-DE" : "en-GB", {
    style: "currency",
    currency: "EUR",
    minimumFractionDigits: 3,
  });
  return <span className={cx("figure", className)}>{format.format(tenths / 1000).replace("-", "−")}</span>;
}
