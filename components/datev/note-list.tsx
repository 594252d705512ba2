import { useLocale, useTranslations } from "next-intl";
import { formatMoney } from "@/lib/core/money/money";
import type { DatevNote } from "@/lib/datev/batch/loaders";

/** Warnings to read before DATEV imports a file, because DATEV clears open items by invoice number and debtor. */
export function NoteList({ notes }: { notes: DatevNote[] }) {
  const t = useTranslations("datev");
  const locale = useLocale();
  if (notes.length === 0) return null;
  const textOf = (note: DatevNote): string => {
    switch (note.kind) {
      case "number_changed":
        return t("note.number_changed", { number: note.number, writtenAs: note.writtenAs });
      case "number_ambiguous":
        return t("note.number_ambiguous", { number: note.number, writtenAs: note.writtenAs });
      case "debtor_collective":
        return t("note.debtor_collective", { number: note.number, payerName: note.payerName });
      case "debtor_unusable":
        return t("note.debtor_unusable", { number: note.number, debtor: note.debtor });
      case "unassigned":
        return t("note.unassigned", { settlement: note.settlement, amount: formatMoney(note.amountCents, locale) });
      case "booked_before":
        return t("note.booked_before", { settlement: note.settlement, amount: formatMoney(note.amountCents, locale) });
      default:
        return note satisfies never;
    }
  };
  return (
    <details className="mt-3">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-medium sm:min-h-9">
        {t("export.notes", { count: notes.length })}
      </summary>
      <ul className="prose-width list-disc space-y-1 pl-5 text-sm wrap-anywhere">
        {notes.map((note) => (
          <li key={textOf(note)}>{textOf(note)}</li>
        ))}
      </ul>
    </details>
  );
}
