import type { InlineImage } from "@/lib/providers/mail/port";

/** A mail in the form in which it goes to the mail server. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  replyTo?: string;
  /** The name shown as the sender, if it is not the product's. */
  fromName?: string;
  images?: InlineImage[];
  /** Address to which a mail program posts to turn off this kind of mail (RFC 8058). */
  unsubscribeUrl?: string;
}

/** Mails to people who sign in, about their access or the contract. */
export const ACCOUNT_MAIL_KINDS = [
  "passwordReset",
  "passwordChanged",
  "confirmAddress",
  "changeAddress",
  "addressChangeAsked",
  "addressChanged",
  "newDevice",
  "passwordGuessed",
  "codeGuessed",
  "twoFactorOn",
  "twoFactorOff",
  "passkeyAdded",
  "invitation",
  "closed",
  "trialEnding",
  "trialEnded",
  "paymentFailed",
  "welcome",
  "ordered",
  "planChanged",
  "planWillChange",
  "owners",
] as const;
export type AccountMailKind = (typeof ACCOUNT_MAIL_KINDS)[number];

/** Lifetime of a password-reset link, in minutes. */
export const RESET_MINUTES = 60;
export const INVITATION_DAYS = 7;
/**
 * Lifetimes of links: hours for one that proves or changes an address, days for one that restores the previous address.
 */
export const ADDRESS_LINK_HOURS = 24;
export const UNDO_DAYS = 7;
