import nodemailer from "nodemailer";
import { inVendorSpan } from "@/lib/core/http-client";
import { asciiAddress, mailAddressOf } from "@/lib/core/mail-address";
import { ProviderError } from "@/lib/core/provider-error";
import type { Mailer } from "../port";

// The job alone decides whether a mail is sent again: a pool would do so whenever a connection closes.
const LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, maxRequeues: 0 };

/** Any SMTP server, by one URL. Each mail has a connection of its own, unless the URL asks for a pool (`pool=true`). */
export function smtpMailer(url: string): Mailer {
  const transport = nodemailer.createTransport({ url, ...LIMITS });
  /** The ids of mails whose last byte nodemailer has written: only their outcome can be unknown. */
  const handedOver = new Set<string>();
  transport.use("stream", ({ message }, next) => {
    const make = message.createReadStream.bind(message);
    const id = message.messageId();
    // The line that ends a mail is written after this event; without it no server takes the mail.
    message.createReadStream = (options) => make(options).once("end", () => handedOver.add(id));
    next();
  });
  // nodemailer reads addresses generously: it must not find another recipient in one than we meant.
  transport.use("stream", ({ message, data }, next) => {
    const { to } = message.getEnvelope();
    const isMeant = to.length === 1 && to[0] === (data.to as { address: string }).address;
    next(isMeant ? null : new ProviderError("refused", "the envelope has another recipient", NOT_AN_ADDRESS));
  });
  return {
    send: async ({ images = [], unsubscribeUrl, to, replyTo, ...mail }) => {
      const headers = unsubscribeUrl
        ? { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
        : {};
      const attachments = images.map((image) => ({ ...image, content: Buffer.from(image.content) }));
      const recipient = addressObject(to);
      if (!recipient) throw new ProviderError("refused", "the recipient is not one email address", NOT_AN_ADDRESS);
      const addresses = { to: recipient, replyTo: addressObject(replyTo ?? "") };
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

/** Undefined for text that is not one address. */
function addressObject(text: string): { name: string; address: string } | undefined {
  const address = mailAddressOf(text);
  return address && { name: "", address: asciiAddress(address) };
}

/** The parts of a nodemailer error that tell how far it came. */
interface SmtpFailure {
  responseCode?: number;
  code?: string;
  message?: string;
  /** The command that the server answered; `CONN` for the greeting and for a connection that broke. */
  command?: string;
}

/** nodemailer does not send such a mail, however often it is asked: no recipient, too large, a file of ours in it. */
const REFUSED_BY_CLIENT = ["EENVELOPE", "EMESSAGE", "EFILEACCESS", "EURLACCESS"];

/** Whatever a server refuses before these is our access to it or our sender: the mail goes out once that is mended. */
const ABOUT_THE_MAIL = ["RCPT TO", "DATA"];
/** Some servers ask for a sign-in as late as at the recipient. */
const SIGN_IN_REQUIRED = 530;

/**
 * A reply code is a clear answer: 4xx may be tried again, 5xx about this mail not. Without one the outcome is unknown only
 * after the whole mail was handed over: the server may have taken it before the connection broke.
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
