import type { Email } from "postal-mime";

/** More attachments than any invoice has. */
const MAX_ATTACHMENTS = 50;

export interface MailParts {
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
    subject: mail.subject ?? "",
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
