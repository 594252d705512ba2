import PostalMime, { type Email } from "postal-mime";
import { sanitiseLine } from "@/lib/core/text/sanitise";

/** More attachments than any invoice has. */
const MAX_ATTACHMENTS = 50;
const MAX_SUBJECT = 120;

export interface MailParts {
  /** On one line, for the list of refused mails. */
  subject: string;
  /** Its Message-ID; empty if it has none. */
  messageId: string;
  attachments: { name: string; bytes: Uint8Array }[];
  /** True if there are more attachments than are looked at. */
  isCut: boolean;
}

/** More bytes of headers than any mail has. The time to parse an address grows with the square of its length. */
const MAX_HEADER_BYTES = 200_000;

/**
 * Returns what is stored of a mail; null if it is none. Runs in the reader's own process: a text of two megabytes can make
 * the parser need gigabytes.
 */
export async function parseMail(bytes: Uint8Array): Promise<MailParts | null> {
  const limits = { maxNestingDepth: 30, maxHeadersSize: MAX_HEADER_BYTES };
  const mail = await PostalMime.parse(bytes, { ...limits, forceRfc822Attachments: true }).catch(() => null);
  return mail && partsOf(mail);
}

function partsOf(mail: Email): MailParts {
  const attachments = mail.attachments.map(({ filename, mimeType, content }) => ({
    name: filename || mimeType,
    bytes: typeof content === "string" ? Buffer.from(content) : new Uint8Array(content),
  }));
  return {
    subject: sanitiseLine(mail.subject ?? "", MAX_SUBJECT) || "?",
    messageId: mail.messageId ?? "",
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
