import { render } from "@react-email/render";
import { createTranslator } from "next-intl";
import { z } from "zod";
import { addressToken, invitationToken, resetToken } from "@/lib/auth/link-tokens";
import { brand } from "@/lib/core/brand";
import { env } from "@/lib/core/env";
import { localeOf } from "@/lib/core/locales";
import { formatMoney } from "@/lib/core/money/money";
import type { Mail } from "@/lib/core/prisma/client";
import { mailName } from "@/lib/core/text/sanitise";
import { dayOf, formatDay } from "@/lib/core/time/dates";
import { OWNER_EVENTS, pageOf } from "@/lib/outbox/owner-rules";
import {
  ACCOUNT_MAIL_KINDS,
  type AccountMailKind,
  ADDRESS_LINK_HOURS,
  RESET_MINUTES,
  type RenderedMail,
  UNDO_DAYS,
} from "@/lib/outbox/types";
import de from "@/messages/de.json";
import en from "@/messages/en.json";

/** Mails about the supplier's contract with us instead of a person's access; they link to the subscription. */
const CONTRACT_KINDS: AccountMailKind[] = [
  ...(["trialEnding", "trialEnded", "paymentFailed"] as const),
  ...(["ordered", "planChanged", "planWillChange"] as const),
];

const ownerEvent = z.enum(OWNER_EVENTS);

const accountMailData = z.object({
  kind: z.enum(ACCOUNT_MAIL_KINDS),
  name: z.string(),
  values: z.record(z.string(), z.string()),
});

/** Links about an address lead to a page that asks for confirmation: opening one changes nothing. */
const ADDRESS_KINDS: AccountMailKind[] = ["confirmAddress", "changeAddress", "addressChangeAsked", "addressChanged"];

/** Renders a mail to a person who signs in, about access or contract. */
export async function renderAccountMail(mail: Mail): Promise<RenderedMail> {
  const { kind, name, values } = accountMailData.parse(mail.data);
  const locale = localeOf(mail.locale);
  const messages = locale === "de" ? de : en;
  const texts = messages.mail.account;
  const frame = createTranslator({ locale, messages: texts.frame });
  const t = createTranslator({
    locale,
    messages: kind === "owners" ? texts.owners[ownerEvent.parse(values.event)] : texts[kind],
  });
  const shown = {
    ...values,
    ...namesOf(values),
    ...{ product: brand.name, support: brand.supportEmail },
    at: formatInstant(values.at, locale),
    until: formatInstant(values.until, locale),
    ...(values.event === "roleChanged" ? { before: roleText(messages, values.before) } : {}),
    ...planOf(messages, locale, values),
    ...(values.role ? { role: roleText(messages, values.role) } : {}),
    minutes: String(RESET_MINUTES),
    hours: String(ADDRESS_LINK_HOURS),
    days: String(UNDO_DAYS),
  };
  // Loaded with the first mail, so that the worker starts quickly.
  const { AccountMail } = await import("@/lib/notifications/mail/account-body-rendering");
  const element = (
    <AccountMail
      lang={locale}
      heading={t("heading", shown)}
      greeting={name ? frame("greeting", { name }) : frame("greetingPlain")}
      body={t("body", shown)}
      notes={kind === "passwordChanged" ? notesOf(texts.passwordChanged, locale, values) : []}
      advice={t("advice", shown)}
      link={linkOf(kind, values)}
      button={t("button", shown)}
      linkHint={frame("linkHint")}
      sentBy={frame(sentByOf(kind), { product: brand.name })}
    />
  );
  return {
    subject: t("subject", shown)
      .replace(/[\r\n]+/g, " ")
      .slice(0, 200),
    html: await render(element),
    text: await render(element, { plainText: true }),
  };
}

/** Returns the text that says why the person gets this mail. */
function sentByOf(kind: AccountMailKind): "sentBy" | "sentByContract" | "sentByWelcome" {
  if (kind === "welcome") return "sentByWelcome";
  return CONTRACT_KINDS.includes(kind) ? "sentByContract" : "sentBy";
}

/** Returns the plan and its price in words, for mails about the contract. */
function planOf(
  { plans }: typeof en,
  locale: "de" | "en",
  { plan, base = "", cents, at = "" }: Record<string, string>,
): Record<string, string> {
  if (!plan) return {};
  const name = plan === "premium" ? plans.name.premium : plans.name.basic;
  const day = at && formatDay(dayOf(new Date(at)), locale);
  return { plan: name, base, price: formatMoney(Number(cents), locale), day, hasTrial: at ? "yes" : "no" };
}

/**
 * Sanitises names that people and their browsers report: an invitation goes to a person who did not choose our product.
 */
function namesOf({ company = "", inviter = "", device = "" }: Record<string, string>) {
  return { company: mailName(company), inviter: mailName(inviter), device: mailName(device) };
}

/**
 * Returns the link of a mail. Links that grant something are signed only now, so the database contains no working link.
 */
function linkOf(mailKind: AccountMailKind, values: Record<string, string>): string {
  const { resetId, customerId, invitationId, linkId } = values;
  if (mailKind === "passwordReset" && resetId) return `${env().APP_URL}/reset-password?jwtToken=${resetToken(resetId)}`;
  if (mailKind === "invitation" && customerId && invitationId)
    return `${env().APP_URL}/invitation?token=${invitationToken({ customerId, id: invitationId })}`;
  if (mailKind === "owners") return `${env().APP_URL}${pageOf(ownerEvent.parse(values.event))}`;
  if (ADDRESS_KINDS.includes(mailKind) && linkId)
    return `${env().APP_URL}/confirm-address?token=${addressToken(linkId)}`;
  if (CONTRACT_KINDS.includes(mailKind)) return `${env().APP_URL}/app/subscription`;
  if (mailKind === "welcome") return `${env().APP_URL}/app`;
  return mailKind === "closed" ? env().APP_URL : `${env().APP_URL}/app/account`;
}

function roleText({ account: { role: texts } }: typeof en, role: string | undefined): string {
  return Object.entries(texts).find(([name]) => name === role)?.[1] ?? "";
}

/** Lists what still signs in after a password reset, so that the person notices a stranger's passkey. */
function notesOf(
  texts: typeof en.mail.account.passwordChanged,
  locale: "de" | "en",
  values: Record<string, string>,
): string[] {
  const t = createTranslator({ locale, messages: texts });
  return [
    ...(values.passkeys ? [t("passkeysStay", { passkeys: values.passkeys })] : []),
    ...(values.hasCode ? [t("codeStays")] : []),
  ];
}

function formatInstant(iso: string | undefined, locale: string): string {
  if (!iso) return "";
  const style = { dateStyle: "long", timeStyle: "short", timeZone: "Europe/Berlin" } as const;
  return new Intl.DateTimeFormat(locale === "de" ? "de-DE" : "en-GB", style).format(new Date(iso));
}
