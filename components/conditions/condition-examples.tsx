import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";

/** Texts that suppliers print on invoices, in the language of the invoice, whatever language the screen has. */
const EXAMPLES = {
  condition: [
    { text: "Der Rechnungsbetrag wird per SEPA-Lastschrift eingezogen.", lang: "de" },
    { text: "The amount will be collected by SEPA direct debit.", lang: "en" },
  ],
  method: [{ text: "SEPA-Lastschrift", lang: "de" }],
} as const;

/** Offers example sentences that are not in the list yet, and says where they go in the accounting software. */
export function ConditionExamples({
  marks,
  vendor,
  known,
  isOpen,
  onUse,
}: {
  marks: "condition" | "method";
  /** The accounting system in use; undefined if none is connected. */
  vendor: string | undefined;
  known: string[];
  isOpen: boolean;
  onUse: (text: string) => void;
}) {
  const t = useTranslations("client.conditions.examples");
  const offered = EXAMPLES[marks].filter(({ text }) => !known.includes(text));
  if (offered.length === 0) return null;
  return (
    <details open={isOpen} className="mt-4 text-sm">
      <summary className="inline-flex min-h-8 items-center text-muted underline underline-offset-2 hover:text-ink">
        {t("title")}
      </summary>
      <ul className="mt-1 divide-y border-y">
        {offered.map(({ text, lang }) => (
          <li key={text} className="flex items-center justify-between gap-4 py-2">
            <q lang={lang} className="min-w-0 wrap-anywhere">
              {text}
            </q>
            <Button size="small" onClick={() => onUse(text)} aria-label={t("useThis", { text })}>
              {t("use")}
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-muted">{t(`where.${marks}`, { vendor: vendor ?? t("anyBooks") })}</p>
    </details>
  );
}
