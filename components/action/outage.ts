import { forgetUnsaved } from "@/components/ui/unsaved";
import { ownPath } from "@/lib/core/own-path";

const OUTAGE_PAGE = "/service-down";

/** Where the outage page finds the address to go back to. Each tab keeps its own: several that lose the service come back to their own pages. */
const PREVIOUS_URL_KEY = "previousUrl";

/** The call that tells whether the service is there; only its status is read. */
export const PROBE_URL = "/api/v1/register/check-email?email=probe%40einzug.example";

/** A 503 came back: keeps where the work was interrupted, and waits elsewhere. */
export function leaveForOutagePage(): void {
  const { pathname, search } = window.location;
  if (pathname === OUTAGE_PAGE) return;
  window.sessionStorage.setItem(PREVIOUS_URL_KEY, pathname + search);
  forgetUnsaved();
  window.location.assign(OUTAGE_PAGE);
}

/** Goes back and forgets. Only to an address of ours: anything that ever ran here could have written the storage. */
export function returnFromOutagePage(): void {
  const saved = window.sessionStorage.getItem(PREVIOUS_URL_KEY);
  window.sessionStorage.removeItem(PREVIOUS_URL_KEY);
  window.location.replace(ownPath(saved) ?? "/app");
}
