/** An image embedded in the mail and shown where the HTML refers to its `cid:`. */
export interface InlineImage {
  cid: string;
  filename: string;
  contentType: string;
  content: Uint8Array;
}

export interface OutgoingMail {
  /** Stable for each mail, so that receivers can recognise a repeated one. */
  messageId: string;
  from: string;
  /** The name shown as the sender; the address stays that of `from`. */
  fromName?: string;
  /** Not sent if it is not a single address. */
  replyTo?: string;
  /** A single address. Any other text is refused before the server is called. */
  to: string;
  subject: string;
  html: string;
  text: string;
  images?: InlineImage[];
  /**
   * The address that ends mails of this kind on a POST without a sign-in (RFC 8058). Undefined for kinds that cannot be
   * ended.
   */
  unsubscribeUrl?: string;
}

/** Hands mails to a mail server. */
export interface Mailer {
  /**
   * Sends a mail.
   *
   * @throws ProviderError kind `refused` if the recipient is not an address (code `not_an_address`) or the server
   * rejects the mail (SMTP 5xx)
   * @throws ProviderError kind `rate_limited` if the mail was not sent and may be retried: SMTP 4xx, a refused sign-in,
   * or no connection until the whole mail was transmitted
   * @throws ProviderError kind `network` if the outcome is unknown
   */
  send(mail: OutgoingMail): Promise<void>;
}
