import nodemailer from "nodemailer";
import { inVendorSpan } from "@/lib/core/http-client";
import { ProviderError } from "@/lib/core/provider-error";
import type { Mailer } from "../port";

const LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Any SMTP server, by one URL. Each mail has a connection of its own, unless the URL asks for a pool (`pool=true`). */
export function smtpMailer(url: string): Mailer {
  const transport = nodemailer.createTransport({ url, ...LIMITS });
  return {
    send: async ({ images = [], unsubscribeUrl, ...mail }) => {
      const headers = unsubscribeUrl
        ? { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
        : {};
      const attachments = images.map((image) => ({ ...image, content: Buffer.from(image.content) }));
      try {
        const whole = { ...mail, headers, attachments, disableFileAccess: true, disableUrlAccess: true };
        await inVendorSpan("smtp", "send", () => transport.sendMail(whole));
      } catch (error) {
        throw smtpError(error as SmtpFailure);
      }
    },
  };
}

/** What nodemailer throws; its `command` says "CONN" for a lost connection at any time, so it tells nothing. */
interface SmtpFailure {
  responseCode?: number;
  code?: string;
  syscall?: string;
  timeoutType?: string;
  message?: string;
}

const BEFORE_ANY_MAIL = ["EDNS", "ETLS", "EAUTH", "ENOAUTH"];
const CONNECTING = ["CONNECT_TIMEOUT", "GREETING_TIMEOUT", "UPGRADE_TIMEOUT"];

/**
 * A reply code is a clear answer: 4xx may be tried again, 5xx not. Without one nothing can have been sent only if the
 * session never came about; in any other case the server may have taken the mail.
 */
function smtpError(error: SmtpFailure): ProviderError {
  const text = `SMTP ${error.responseCode ?? error.code ?? ""}: ${error.message ?? "failed"}`.slice(0, 200);
  // A refused sign-in is our configuration, not the mail: it goes out once that is mended.
  if (error.responseCode && error.code !== "EAUTH")
    return new ProviderError(error.responseCode < 500 ? "rate_limited" : "refused", text);
  const isUnsent =
    error.syscall === "connect" ||
    BEFORE_ANY_MAIL.includes(error.code ?? "") ||
    CONNECTING.includes(error.timeoutType ?? "");
  return new ProviderError(isUnsent ? "rate_limited" : "network", text);
}
