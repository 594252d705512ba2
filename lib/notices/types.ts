import type { InlineImage } from "@/lib/providers/mail/port";

/** A mail as it goes to the server. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  replyTo?: string;
  images?: InlineImage[];
}
