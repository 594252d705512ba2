export interface OutgoingMail {
  /** Stable per mail: receivers can tell a repeated one by it. */
  messageId: string;
  from: string;
  replyTo?: string;
  to: string;
  subject: string;
  html: string;
  text: string;
}

/** Hands mails to a server. */
export interface Mailer {
  /** @throws ProviderError: `refused` for a clear no (4xx/5xx of SMTP), `network` when the outcome is unknown */
  send(mail: OutgoingMail): Promise<void>;
}
