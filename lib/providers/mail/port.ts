/** A picture that travels within the mail and is shown where the HTML names its `cid:`. */
export interface InlineImage {
  cid: string;
  filename: string;
  contentType: string;
  content: Uint8Array;
}

export interface OutgoingMail {
  /** Stable per mail: receivers can tell a repeated one by it. */
  messageId: string;
  from: string;
  /** Left out of the mail if it is not one address. */
  replyTo?: string;
  /** One address. Text that is none, or more than one, is refused before the server is called. */
  to: string;
  subject: string;
  html: string;
  text: string;
  images?: InlineImage[];
  /** A mail of a kind that can be ended: an address that ends it when it is posted to, without a sign-in (RFC 8058). */
  unsubscribeUrl?: string;
}

/** Hands mails to a server. */
export interface Mailer {
  /**
   * @throws ProviderError kind `refused` when the recipient is no address (code `not_an_address`), or the server will not take
   *   the mail (5xx of SMTP); `rate_limited` when it was not sent and may be tried again (4xx, no connection, one that broke
   *   before the whole mail was handed over, a sign-in that is refused); `network` when the outcome is unknown
   */
  send(mail: OutgoingMail): Promise<void>;
}
