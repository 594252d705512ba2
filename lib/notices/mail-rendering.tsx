import { render } from "@react-email/render";
import { createTranslator } from "next-intl";
import { z } from "zod";
import { brand } from "@/lib/core/brand";
import { formatDay } from "@/lib/core/dates";
import { localeOf } from "@/lib/core/locales";
import { formatMoney } from "@/lib/core/money";
import type { Mail } from "@/lib/core/prisma/client";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { renderAccountMail } from "./account-mail-rendering";
import { MandateRequestMail } from "./mails/mandate-request";
import type { RenderedMail } from "./types";

const mandateRequestData = z.object({
  link: z.url(),
  supplier: z.object({
    name: z.string(),
    address: z.string(),
    zip: z.string(),
    city: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
  contactName: z.string(),
  invoice: z.object({ number: z.string(), amountCents: z.number(), dueDate: z.string() }).nullable(),
});

/** Subject and body in the recipient's language; what a supplier or the books typed is escaped by React. */
export async function renderMail(mail: Mail): Promise<RenderedMail> {
  switch (mail.template) {
    case "mandate-request":
      return await renderMandateRequest(mail);
    case "account":
      return await renderAccountMail(mail);
    default:
      throw new Error(`no such mail: ${mail.template}`);
  }
}

async function renderMandateRequest(mail: Mail): Promise<RenderedMail> {
  const locale = localeOf(mail.locale);
  const { link, supplier, contactName, invoice } = mandateRequestData.parse(mail.data);
  const t = createTranslator({ locale, messages: locale === "de" ? de : en, namespace: "mail.mandateRequest" });
  const { name } = supplier;
  const invoiceLine = invoice
    ? t("invoiceLine", {
        number: invoice.number,
        amount: formatMoney(invoice.amountCents, locale),
        due: formatDay(invoice.dueDate, locale),
      })
    : null;
  const address = [supplier.address, `${supplier.zip} ${supplier.city}`.trim()].filter(Boolean).join(", ");
  const texts = {
    preview: t("preview", { name }),
    greeting: contactName ? t("greeting", { contact: contactName }) : t("greetingPlain"),
    ask: invoice ? t("askForInvoice", { name, number: invoice.number }) : t("ask", { name }),
    invoiceLine,
    whatHappens: t("whatHappens"),
    steps: [t("step1"), t("step2"), t("step3")],
    button: t("button"),
    linkHint: t("linkHint"),
    rights: t("rights"),
    contact: t("contact", { name, reach: [address, supplier.email, supplier.phone].filter(Boolean).join(" · ") }),
    sentBy: t("sentBy", { product: brand.name, name }),
  };
  const element = <MandateRequestMail lang={locale} supplierName={name} link={link} texts={texts} />;
  return {
    subject: oneLine(invoice ? t("subjectForInvoice", { name, number: invoice.number }) : t("subject", { name })),
    html: await render(element),
    text: await render(element, { plainText: true }),
    replyTo: supplier.email || undefined,
  };
}

/** A line break in a header would start another header. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ").slice(0, 200);
}
