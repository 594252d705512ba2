import type { TemplateTexts } from "./rules";

/** A picture as it is kept, and the size at which it is shown. */
export interface WordingLogo {
  png: Uint8Array;
  shown: { width: number; height: number };
}

/** What a mail says and shows, before values are put in. */
export interface Wording {
  texts: TemplateTexts;
  replyTo: string | null;
  logo: WordingLogo | null;
}
