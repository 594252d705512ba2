import { keepInWindow } from "@/components/ui/unsaved";
import type { Draft } from "./draft";

/**
 * Unsaved drafts, stored until the window closes, so that somebody who leaves the page and returns finds their text.
 */
const kept = new Map<string, Draft>();

export function storedDraft(customerId: string, mail: string): Draft | undefined {
  return kept.get(`${customerId}/${mail}`);
}

/** Stores the draft of one mail, or removes it if undefined: once it is saved or equals the saved text. */
export function keepDraft(customerId: string, mail: string, draft: Draft | undefined): void {
  if (draft) kept.set(`${customerId}/${mail}`, draft);
  else kept.delete(`${customerId}/${mail}`);
  // Closing the window would lose the draft, whichever page it shows by then.
  keepInWindow(`${customerId}/${mail}`, draft !== undefined);
}
