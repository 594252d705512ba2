import { render } from "@react-email/render";
import { createTranslator } from "next-intl";
import { z } from "zod";
import { issueInvitationToken, issueResetToken } from "@/lib/auth/tokens";
import { brand } from "@/lib/core/brand";
import { env } from "@/lib/core/env";
import { localeOf } from "@/lib/core/locales";
import type { Mail } from "@/lib/core/prisma/client";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { OWNER_EVENTS, pageOf } from "./owner-mail-rules";
import type { RenderedMail } from "./types";

const kind = z.enum([
  "passwordReset",
  "passwordChanged",
  "newDevice",
  "twoFactorOn",
  "twoFactorOff",
  "passkeyAdded",
  "invitation",
  "closed",
  "trialEnding",
  "trialEnded",
  "paymentFailed",
  "owners",
]);

/** About the supplier's contract with us rather than about access; they lead to the subscription. */
const CONTRACT_KINDS: AccountMailKind[] = ["trialEnding", "trialEnded", "paymentFailed"];
export type AccountMailKind = z.output<typeof kind>;

const ownerEvent = z.enum(OWNER_EVENTS);

const accountMailData = z.object({ kind, name: z.string(), values: z.record(z.string(), z.string()) });

/** Minutes a link to a new password is good for. */
export const RESET_MINUTES = 60;
export const INVITATION_DAYS = 7;

/** Mails to people who sign in, about their own access. */
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
    product: brand.name,
    at: formatInstant(values.at, locale),
    until: formatInstant(values.until, locale),
    ...(values.event === "roleChanged" ? { before: roleText(messages, values.before) } : {}),
    ...(values.role ? { role: roleText(messages, values.role) } : {}),
    minutes: String(RESET_MINUTES),
  };
  // Loaded with the first mail: a worker is to be at work soon after its start.
  const { AccountMail } = await import("./mails/account");
  const element = (
    <AccountMail
      lang={locale}
      heading={t("heading", shown)}
      greeting={name ? frame("greeting", { name }) : frame("greetingPlain")}
      body={t("body", shown)}
      advice={t("advice", shown)}
      link={await linkOf(kind, values)}
      button={t("button", shown)}
      linkHint={frame("linkHint")}
      sentBy={frame(CONTRACT_KINDS.includes(kind) ? "sentByContract" : "sentBy", { product: brand.name })}
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

/** Links that open something are signed when the mail goes out: the database holds none that works. */
async function linkOf(mailKind: AccountMailKind, values: Record<string, string>): Promise<string> {
  const { resetId, customerId, invitationId } = values;
  if (mailKind === "passwordReset" && resetId) {
    const token = await issueResetToken(resetId, RESET_MINUTES * 60);
    return `${env().APP_URL}/reset-password?jwtToken=${token}`;
  }
  if (mailKind === "invitation" && customerId && invitationId) {
    const token = await issueInvitationToken({ customerId, id: invitationId }, INVITATION_DAYS * 24 * 3600);
    return `${env().APP_URL}/invitation?token=${token}`;
  }
  if (mailKind === "owners") return `${env().APP_URL}${pageOf(ownerEvent.parse(values.event))}`;
  if (CONTRACT_KINDS.includes(mailKind)) return `${env().APP_URL}/app/subscription`;
  return mailKind === "closed" ? env().APP_URL : `${env().APP_URL}/app/account`;
}

function roleText({ account: { role: texts } }: typeof en, role: string | undefined): string {
  return Object.entries(texts).find(([name]) => name === role)?.[1] ?? "";
}

function formatInstant(iso: string | undefined, locale: string): string {
  if (!iso) return "";
  const style = { dateStyle: "long", timeStyle: "short", timeZone: "Europe/Berlin" } as const;
  return new Intl.DateTimeFormat(locale === "de" ? "de-DE" : "en-GB", style).format(new Date(iso));
}
