import { keepInWindow } from "@/components/ui/unsaved";
import type { Draft } from "./draft";

/** What was typed and not saved, for as long as the window stands: who leaves the page and comes back finds it again. */
const kept = new Map<string, Draft>();

export function keptDraft(customerId: string, mail: string): Draft | undefined {
  return kept.get(`${customerId}/${mail}`);
}

/** Of one mail; nothing, once it is saved or as it was. */
export function keepDraft(customerId: string, mail: string, draft: Draft | undefined): void {
  if (draft) kept.set(`${customerId}/${mail}`, draft);
  else kept.delete(`${customerId}/${mail}`);
  // It would go with the window, whichever page that shows by then.
  keepInWindow(`${customerId}/${mail}`, draft !== undefined);
}
