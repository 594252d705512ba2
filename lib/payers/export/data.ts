import { createTranslator } from "next-intl";
import type { CustomerId } from "@/lib/auth/scope";
import { type ContactFilter, contactName, mandateEmailOf } from "@/lib/contacts/rules";
import { csvList } from "@/lib/core/formats/csv/list";
import type { Locale } from "@/lib/core/locales";
import { contactState, findContacts, type ListedContact, readOpenOf } from "@/lib/payers/data";
import de from "@/messages/de.json";
import en from "@/messages/en.json";

type Row = ListedContact & { open?: { count: number; cents: number } };

/** Yields the contacts of a list as a table file, with its filter and search. */
export function exportContacts(
  customerId: CustomerId,
  query: { name?: string; filter: ContactFilter },
  locale: Locale,
): AsyncGenerator<string> {
  const t = createTranslator({ locale, messages: (locale === "de" ? (de as typeof en) : en).contacts });
  const heads = ["name", "email", "city", "mandate", "collecting", "openCount", "openAmount"] as const;
  return csvList<Row>(customerId, locale, {
    heads: heads.map((head) => t(`heads.${head}`)),
    cells: (row) => [
      contactName(row),
      mandateEmailOf(row),
      row.city,
      t(`state.${contactState(row)}.label`),
      row.isExcluded ? t("excluded") : row.deceasedAt ? t("deceased.label") : "",
      String(row.open?.count ?? 0),
      { cents: row.open?.cents ?? 0 },
    ],
    read: async (page) => {
      const found = await findContacts(customerId, { ...query, page });
      const ids = found.items.map(({ id }) => id);
      const open = await readOpenOf(customerId, ids);
      return { ...found, items: found.items.map((row) => ({ ...row, open: open.get(row.id) })) };
    },
  });
}
