import { render } from "@react-email/render";
import { createTranslator } from "next-intl";
import { brand } from "@/lib/core/brand";
import type { Locale } from "@/lib/core/locales";
import { formatMoney } from "@/lib/core/money/money";
import { mailName, sanitiseLine, sanitiseText } from "@/lib/core/text/sanitise";
import { formatDay } from "@/lib/core/time/dates";
import type { RenderedMail } from "@/lib/outbox/types";
import type { MandateMailTexts } from "@/lib/templates/mail/request-rendering";
import { placeholderValues } from "@/lib/templates/texts/placeholder-rules";
import { fillIn, TEMPLATE_FIELDS, type TemplateField, type TemplateTab } from "@/lib/templates/texts/rules";
import { standardTexts } from "@/lib/templates/texts/standard-rules";
import type { Wording } from "@/lib/templates/types";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import type { MandateFacts } from "./facts-schema";

/** Maximum length of a name in our own texts. */
const NAME_LENGTH = 300;
/**
 * Maximum length of a subject; most programs show no more. Line breaks are removed, as they would start a new header.
 */
const SUBJECT_LENGTH = 200;

/** Returns which of the two mandate mails fits these facts. */
export function tabOf(facts: Pick<MandateFacts, "invoice">): TemplateTab {
  return facts.invoice ? "with-invoice" : "without-invoice";
}

/**
 * Renders the mail that asks for a mandate, in the supplier's texts or ours. It also renders previews and test mails,
 * which differ only in the source of the logo (`logoSrc`).
 */
export async function renderMandateMail(
  locale: Locale,
  wording: Wording,
  facts: MandateFacts,
  logoSrc: string,
): Promise<RenderedMail> {
  const texts = filledTexts(locale, wording, facts);
  const logo = wording.logo && { ...wording.logo.shown, src: logoSrc, alt: mailName(facts.supplier.name) };
  // Loaded with the first mail, so that the worker starts quickly.
  const { MandateRequestMail } = await import("@/lib/templates/mail/request-rendering");
  const element = (
    <MandateRequestMail
      lang={locale}
      link={facts.link}
      logo={logo ?? undefined}
      texts={{ ...texts, ...fixedTexts(locale, facts) }}
    />
  );
  return {
    subject: sanitiseLine(subjectOf(locale, texts.subject, facts), SUBJECT_LENGTH),
    html: await render(element),
    text: plainText({ ...texts, ...fixedTexts(locale, facts) }, facts.link),
    fromName: senderName(facts.supplier.name),
    replyTo: wording.replyTo || facts.supplier.email || undefined,
  };
}

/** Returns the mail as plain text: the same paragraphs, with the link once, on a line of its own. */
function plainText(texts: MandateMailTexts, link: string): string {
  const { headline, subtitle, reminderLine, body, invoiceLine, shortInfo, button } = texts;
  const title = [headline, subtitle].filter(Boolean).join("\n");
  const ask = [title, reminderLine, body, invoiceLine, shortInfo, `${button}:\n${link}`];
  // "-- " begins a signature, which mail programs show in grey and do not quote.
  const signature = ["-- ", texts.rights, texts.contact, texts.sentBy].join("\n");
  return [...ask, signature]
    .map((part) => sanitiseText(part ?? "").trim())
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

/**
 * Returns the name shown as the sender, e.g. "Lindenhof GmbH via Einzug". It cannot look like an address or start a
 * header, and always ends with our name. Undefined for a supplier without a readable name.
 */
function senderName(supplier: string): string | undefined {
  const name = mailName(supplier.replace(/[<>"\\]/g, " "));
  return name ? `${name} via ${brand.name}` : undefined;
}

/** Fills in the placeholders. A text that becomes empty, because all of its values are missing, is replaced by ours. */
function filledTexts(locale: Locale, wording: Wording, facts: MandateFacts): Record<TemplateField, string> {
  const values = placeholderValues(facts, locale);
  const standard = standardTexts(tabOf(facts), locale);
  const filled = (field: TemplateField) => {
    const own = fillIn(wording.texts[field], values);
    return own === "" && wording.texts[field] !== "" ? fillIn(standard[field], values) : own;
  };
  return Object.fromEntries(TEMPLATE_FIELDS.map((field) => [field, filled(field)])) as Record<TemplateField, string>;
}

/** A reminder is announced before the supplier's own subject. */
function subjectOf(locale: Locale, subject: string, { reminder }: MandateFacts): string {
  const t = createTranslator({ locale, messages: locale === "de" ? de : en, namespace: "mail.mandateRequest" });
  return reminder ? t("reminderSubject", { subject }) : subject;
}

/** Returns the texts that no supplier can change: what is asked for, the payer's rights, and the sender of the mail. */
function fixedTexts(locale: Locale, { supplier, invoice, reminder }: MandateFacts) {
  const t = createTranslator({ locale, messages: locale === "de" ? de : en, namespace: "mail.mandateRequest" });
  const name = mailName(supplier.name);
  const place = mailName(`${supplier.zip} ${supplier.city}`);
  const address = [mailName(supplier.address), place].filter(Boolean).join(", ");
  const reach = [address, supplier.email, supplier.phone].filter(Boolean).join(" · ");
  return {
    invoiceLine: invoice
      ? t("invoiceLine", {
          number: sanitiseLine(invoice.number, NAME_LENGTH),
          amount: formatMoney(invoice.amountCents, locale),
          due: formatDay(invoice.dueDate, locale),
        })
      : null,
    reminderLine: reminder ? t("reminderLine", { date: formatDay(reminder.askedOn, locale) }) : null,
    button: t("button"),
    linkHint: t("linkHint"),
    rights: t("rights"),
    contact: t("contact", { name, reach: sanitiseLine(reach, NAME_LENGTH) }),
    sentBy: t("sentBy", { product: brand.name, name }),
  };
}
