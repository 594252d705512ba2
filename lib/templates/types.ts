import type { TemplateTexts } from "@/lib/templates/texts/rules";

/** A stored image with the size at which it is shown. */
export interface WordingLogo {
  png: Uint8Array;
  shown: { width: number; height: number };
}

/** Texts and logo of a mail, before placeholders are filled in. */
export interface Wording {
  texts: TemplateTexts;
  replyTo: string | null;
  logo: WordingLogo | null;
}
