import { useTranslations } from "next-intl";
import { Money } from "@/components/format/money";
import { Name } from "@/components/format/name";
import type { ContactRow } from "@/lib/payers/loaders";
import { ContactActions } from "./contact-actions";
import { ContactChoices } from "./contact-choices";
import { ContactPayer } from "./contact-payer";
import { ContactPills } from "./contact-pills";
import { PayerLink } from "./payer-link";

/** Lists the contacts, each with its obstacles to a collection and the remedies for these. */
export function ContactList({ rows, shareHref }: { rows: ContactRow[]; shareHref: (contactId: string) => string }) {
  const t = useTranslations("contacts");
  return (
    <ul className="divide-y" aria-label={t("title")}>
      {rows.map((row) => (
        <li
          key={row.id}
          className="grid gap-x-6 gap-y-3 px-4 py-4 sm:px-5 xl:grid-cols-[minmax(0,1fr)_9.5rem_25.5rem] xl:items-center xl:py-3"
        >
          <div className="min-w-0">
            <PayerLink
              id={row.id}
              name={row.name || t("unnamed")}
              className="block w-fit max-w-full font-medium break-words hyphens-auto"
            />
            {/* On their own line, so that they start at the same place in every row, whatever the length of the
                name. */}
            <div className="mt-1 flex flex-wrap gap-x-2 gap-y-1">
              <ContactPills row={row} />
            </div>
            <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-muted">
              <Name text={row.mandateEmail ?? t("noEmail")} className="min-w-0 break-all" />
              {row.city ? <Name text={row.city} className="min-w-0 break-words" /> : null}
            </p>
            <ContactChoices row={row} />
            <ContactPayer row={row} shareHref={shareHref(row.id)} />
          </div>
          <p className="text-sm text-muted xl:text-right">
            {row.openCount > 0 ? (
              <>
                <Money cents={row.openCents} className="text-ink xl:block" />{" "}
                <span aria-hidden="true" className="xl:hidden">
                  ·
                </span>{" "}
                {t("openInvoices", { count: row.openCount })}
              </>
            ) : (
              t("nothingOpen")
            )}
          </p>
          <ContactActions row={row} />
        </li>
      ))}
    </ul>
  );
}
