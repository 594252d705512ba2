import type { Locale } from "@/lib/core/locales";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import type { TemplateTab, TemplateTexts } from "./rules";

/** Our own wording of a mail, with placeholders: what goes out until a supplier words it, and what a reset brings back. */
export function standardTexts(tab: TemplateTab, locale: Locale): TemplateTexts {
  const texts = (locale === "de" ? de : en).mail.mandateRequest;
  return tab === "with-invoice" ? texts.withInvoice : texts.withoutInvoice;
}
