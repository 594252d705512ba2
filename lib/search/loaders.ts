import type { CustomerId } from "@/lib/auth/scope";
import type { Locale } from "@/lib/core/locales";
import { formatDay } from "@/lib/core/time/dates";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { findRows } from "./data";
import { findHelp, findPlaces } from "./rules";
import { type FoundGroups, MAX_QUERY_LENGTH } from "./types";

/**
 * Returns everything that a query finds for a supplier, in the language of the reader. The caller has already been
 * checked, because the search answers a request of its own.
 */
export async function loadFound(customerId: CustomerId, typed: string, locale: Locale): Promise<FoundGroups> {
  const query = [...typed].slice(0, MAX_QUERY_LENGTH).join("");
  const messages = locale === "de" ? (de as typeof en) : en;
  const { payers, invoices, payouts, mandates } = await findRows(customerId, query);
  return {
    payers: payers.map(({ id, name, city, email }) => ({
      href: `/app/contacts/${id}`,
      title: name || messages.contacts.unnamed,
      detail: [city, email].filter(Boolean).join(" · ") || undefined,
    })),
    invoices: invoices.map(({ id, number, contactName, dueDate, cents, currency }) => ({
      href: `/app/invoices/${id}`,
      title: number || messages.invoices.noNumber,
      detail: [contactName, formatDay(dueDate, locale)].filter(Boolean).join(" · "),
      ...{ amountCents: cents, currency },
    })),
    payouts: payouts.map(({ id, reference, day, cents }) => ({
      href: `/app/payouts/${id}`,
      title: reference,
      detail: day ? formatDay(day, locale) : undefined,
      amountCents: cents,
    })),
    mandates: mandates.map(({ id, contactId, reference, payerName, accountHint }) => ({
      // A mandate without a contact is only in the list of mandates.
      href: contactId ? `/app/contacts/${contactId}#${id}` : `/app/mandates?name=${encodeURIComponent(reference)}`,
      title: reference,
      detail: [payerName, accountHint].filter(Boolean).join(" · ") || undefined,
    })),
    settings: findPlaces(query, messages),
    help: findHelp(query, messages),
  };
}
