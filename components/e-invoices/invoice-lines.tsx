import { useLocale, useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { formatMoney } from "@/lib/core/money/money";
import type { TrayFileView } from "@/lib/e-invoices/tray/loaders";

/** Codes of units (UN/ECE Recommendations 20 and 21) that have a text under `eInvoices.lines.unit`. */
const WORDS: Record<string, "piece" | "hour" | "minute" | "day" | "week" | "month" | "year" | "lumpSum"> = {
  ...{ C62: "piece", H87: "piece", EA: "piece", PCE: "piece", XPP: "piece", NAR: "piece" },
  ...{ HUR: "hour", MIN: "minute", DAY: "day", WEE: "week", MON: "month", ANN: "year", LS: "lumpSum" },
};
/** The same in all languages. */
const SYMBOLS: Record<string, string> = {
  ...{ KGM: "kg", GRM: "g", TNE: "t", MTR: "m", CMT: "cm", MMT: "mm", KMT: "km", KTM: "km" },
  ...{ MTK: "m²", MTQ: "m³", LTR: "l", KWH: "kWh", P1: "%" },
};

/** The lines of an invoice as its XML states them. */
export function InvoiceLines({ file: { lines, facts, currency } }: { file: TrayFileView }) {
  const t = useTranslations("eInvoices.lines");
  const locale = useLocale();
  const quantityOf = useQuantity();
  const left = (facts.lineCount ?? 0) - lines.length;
  return (
    <Card>
      <h2 className="mb-4 text-lg">{t("title")}</h2>
      <ol className="divide-y">
        {lines.map(({ text, quantity, unit, netCents }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and never move.
          <li key={at} className="flex items-baseline justify-between gap-6 py-2.5 first:pt-0">
            <span className="min-w-0 wrap-anywhere">
              {text || t("withoutText")}
              {quantity ? (
                <span className="block text-sm text-muted tabular-nums">{quantityOf(quantity, unit)}</span>
              ) : null}
            </span>
            {netCents === undefined ? null : (
              <span className="shrink-0 tabular-nums">{formatMoney(netCents, locale, currency)}</span>
            )}
          </li>
        ))}
      </ol>
      <p className="mt-2 border-t pt-3 text-sm text-muted">
        {t("areNet")}
        {left > 0 ? ` ${t("more", { count: left })}` : null}
      </p>
    </Card>
  );
}

/** Returns a function that names a quantity. An unknown unit stays a code, and what is no number stays as written. */
function useQuantity(): (quantity: string, unit: string | undefined) => string {
  const t = useTranslations("eInvoices.lines.unit");
  const locale = useLocale();
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });
  return (quantity, unit = "") => {
    const count = Number(quantity);
    if (!Number.isFinite(count)) return quantity;
    const word = WORDS[unit];
    return `${format.format(count)} ${word ? t(word, { count }) : (SYMBOLS[unit] ?? unit)}`.trim();
  };
}
