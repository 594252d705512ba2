import nodemailer from "nodemailer";
import { asciiAddress, mailAddressOf } from "@/lib/core/formats/mail-address";
import { sanitiseLine } from "@/lib/core/text/sanitise";
import { inVendorSpan } from "@/lib/core/web/http-client";
import { ProviderError } from "@/lib/core/web/provider-error";
import type { Mailer } from "../port";

// A pool would resend a mail when its connection closes. Only the job may decide whether to resend a mail.
const LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, maxRequeues: 0 };

/**
 * A mailer for any SMTP server, given by a URL. Each mail uses its own connection, unless the URL requests a pool
 * (`pool=true`).
 */
export function smtpMailer(url: string): Mailer {
  const transport = nodemailer.createTransport({ url, ...LIMITS });
  /** Ids of the mails that nodemailer has transmitted completely: only their outcome can be unknown. */
  const handedOver = new Set<string>();
  transport.use("stream", ({ message }, next) => {
    const make = message.createReadStream.bind(message);
    const id = message.messageId();
    // nodemailer writes the line that ends a mail after this event. Without that line no server accepts the mail.
    message.createReadStream = (options) => make(options).once("end", () => handedOver.add(id));
    next();
  });
  // nodemailer parses addresses leniently. It must not read another recipient from a text than we meant.
  transport.use("stream", ({ message, data }, next) => {
    const { to } = message.getEnvelope();
    const isMeant = to.length === 1 && to[0] === (data.to as { address: string }).address;
    next(isMeant ? null : new ProviderError("refused", "recipient mismatch in the SMTP envelope", NOT_AN_ADDRESS));
  });
  return {
    send: async ({ images = [], unsubscribeUrl, to, replyTo, from, fromName, ...mail }) => {
      const headers = unsubscribeUrl
        ? { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
        : {};
      const attachments = images.map((image) => ({ ...image, content: Buffer.from(image.content) }));
      const recipient = addressObject(to);
      if (!recipient) throw new ProviderError("refused", "the recipient is not one email address", NOT_AN_ADDRESS);
      const sender = fromName ? { name: sanitiseLine(fromName), address: addressIn(from) } : from;
      const addresses = { from: sender, to: recipient, replyTo: addressObject(replyTo ?? "") };
      try {
        const whole = { ...mail, ...addresses, headers, attachments, disableFileAccess: true, disableUrlAccess: true };
        await inVendorSpan("smtp", "send", () => transport.sendMail(whole));
      } catch (error) {
        throw error instanceof ProviderError ? error : smtpError(error as SmtpFailure, handedOver.has(mail.messageId));
      } finally {
        handedOver.delete(mail.messageId);
      }
    },
  };
}

const NOT_AN_ADDRESS = "not_an_address";

/** Returns the address as an object; undefined for text that is not a single address. */
function addressObject(text: string): { name: string; address: string } | undefined {
  const address = mailAddressOf(text);
  return address && { name: "", address: asciiAddress(address) };
}

/** Returns the address of a configured sender, with or without a name in front. */
function addressIn(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
}

/** The fields of a nodemailer error that tell how far the mail got. */
interface SmtpFailure {
  responseCode?: number;
  code?: string;
  message?: string;
  /** The command that the server answered; `CONN` for the greeting and for a broken connection. */
  command?: string;
}

/**
 * nodemailer never sends such a mail, however often it is retried: no recipient, too large, or it would read a file of
 * ours.
 */
const REFUSED_BY_CLIENT = ["EENVELOPE", "EMESSAGE", "EFILEACCESS", "EURLACCESS"];

/** A refusal of any earlier command concerns our access or our sender: the mail can be sent once that is fixed. */
const ABOUT_THE_MAIL = ["RCPT TO", "DATA"];
/** Some servers require a sign-in only at the recipient. */
const SIGN_IN_REQUIRED = 530;

/**
 * Returns the ProviderError for a failed mail. A reply code is a clear answer: 4xx may be retried, 5xx about this mail
 * may not. Without one, the outcome is unknown only after the whole mail was transmitted, because the server may have
 * accepted it before the connection broke.
 */
function smtpError(error: SmtpFailure, isHandedOver: boolean): ProviderError {
  const text = `SMTP ${error.responseCode ?? error.code ?? ""}: ${error.message ?? "failed"}`.slice(0, 200);
  if (error.responseCode) {
    const isAboutMail = isHandedOver || ABOUT_THE_MAIL.includes(error.command ?? "");
    const isRefused = isAboutMail && error.responseCode >= 500 && error.responseCode !== SIGN_IN_REQUIRED;
    return new ProviderError(isRefused ? "refused" : "rate_limited", text);
  }
  if (isHandedOver) return new ProviderError("network", text);
  return new ProviderError(REFUSED_BY_CLIENT.includes(error.code ?? "") ? "refused" : "rate_limited", text);
}
