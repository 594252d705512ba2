import { createTranslator } from "next-intl";
import { z } from "zod";
import { trustedCustomerId } from "@/lib/auth/scope";
import { brand } from "@/lib/core/brand";
import { localeOf } from "@/lib/core/locales";
import type { Mail } from "@/lib/core/prisma/client";
import { sanitiseLine } from "@/lib/core/text/sanitise";
import { payerLink } from "@/lib/mandates/requests/mutations";
import type { RenderedMail } from "@/lib/outbox/types";
import { type MandateFacts, mandateFacts } from "@/lib/templates/mail/facts-schema";
import { renderMandateMail, tabOf } from "@/lib/templates/mail/rendering";
import { readLogo, readWording } from "@/lib/templates/record/data";
import { templateInput } from "@/lib/templates/schema";
import { TABS } from "@/lib/templates/texts/rules";
import type { Wording } from "@/lib/templates/types";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { renderAccountMail } from "./account-rendering";
import { renderNotification } from "./notification-rendering";

/**
 * Content id of the logo that travels with the mail. Most programs load linked pictures only on request (Outlook,
 * Thunderbird, the German web mailers). A payer should see at once who asks for a mandate. Nothing is fetched, so
 * nobody learns when the mail was read.
 */
const LOGO_CID = `logo@${brand.domain}`;

const ofRequest = z.object({ requestId: z.string() });
const testData = z.object({ tab: z.enum(TABS), input: templateInput, facts: mandateFacts });

/** Renders subject and body in the recipient's language; React escapes texts of suppliers and accounting systems. */
export async function renderMail(mail: Mail): Promise<RenderedMail> {
  switch (mail.template) {
    case "mandate-request":
      return await renderMandateRequest(mail);
    case "mandate-test":
      return await renderMandateTest(mail);
    case "account":
      return await renderAccountMail(mail);
    case "preview":
    case "digest":
    case "alerts":
      return await renderNotification(mail);
    default:
      throw new Error(`unknown mail template: ${mail.template}`);
  }
}

async function renderMandateRequest(mail: Mail): Promise<RenderedMail> {
  const customerId = trustedCustomerId.parse(mail.customerId);
  const { requestId } = ofRequest.parse(mail.data);
  const facts = mandateFacts.parse({ ...(mail.data as object), link: payerLink({ id: requestId }) });
  const address = { tab: tabOf(facts), language: localeOf(mail.locale) };
  return await compose(mail, await readWording(customerId, address), facts);
}

/** Renders a test mail to the supplier's own people: the texts of a form, saved or not, with an invented payer. */
async function renderMandateTest(mail: Mail): Promise<RenderedMail> {
  const { tab, input, facts } = testData.parse(mail.data);
  const language = localeOf(mail.locale);
  const logo = await readLogo(trustedCustomerId.parse(mail.customerId), { tab, language });
  const rendered = await compose(mail, { texts: input, replyTo: input.replyTo, logo }, facts);
  const messages = (language === "de" ? de : en).mail.mandateRequest;
  const t = createTranslator({ locale: language, messages });
  return { ...rendered, subject: sanitiseLine(t("testSubject", { subject: rendered.subject }), 220) };
}

async function compose(mail: Mail, wording: Wording, facts: MandateFacts): Promise<RenderedMail> {
  const rendered = await renderMandateMail(localeOf(mail.locale), wording, facts, `cid:${LOGO_CID}`);
  if (!wording.logo) return rendered;
  const image = { cid: LOGO_CID, filename: "logo.png", contentType: "image/png", content: wording.logo.png };
  return { ...rendered, images: [image] };
}
