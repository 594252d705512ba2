import type { Email } from "postal-mime";
import { sanitiseLine } from "@/lib/core/text/sanitise";

/** More attachments than any invoice has. */
const MAX_ATTACHMENTS = 50;
const MAX_SUBJECT = 120;

export interface MailParts {
  /** On one line, for the list of refused mails. */
  subject: string;
  /** Identifies the mail, however often it is delivered. */
  key: string;
  attachments: { name: string; bytes: Uint8Array }[];
  /** True if there are more attachments than are looked at. */
  isCut: boolean;
}

/** @param digest of the mail's bytes, for mails without a Message-ID */
export function partsOf(mail: Email, digest: string): MailParts {
  const attachments = mail.attachments.map(({ filename, mimeType, content }) => ({
    name: filename || mimeType,
    bytes: typeof content === "string" ? Buffer.from(content) : new Uint8Array(content),
  }));
  return {
    subject: sanitiseLine(mail.subject ?? "", MAX_SUBJECT) || "?",
    key: mail.messageId || digest,
    attachments: attachments.slice(0, MAX_ATTACHMENTS),
    isCut: attachments.length > MAX_ATTACHMENTS,
  };
}

/** Returns the part before the @ if the address belongs to the domain; undefined otherwise. */
export function tokenOf(address: string, domain: string): string | undefined {
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at).toLowerCase();
  return at > 0 && address.slice(at + 1).toLowerCase() === domain ? local : undefined;
}
