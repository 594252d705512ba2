import { forgetUnsaved } from "@/components/ui/unsaved";
import { ownPath } from "@/lib/core/web/own-path";

const OUTAGE_PAGE = "/service-down";

/**
 * The key under which a tab stores the address it returns to after an outage. Each tab has its own storage, so several
 * tabs return to their own pages.
 */
const PREVIOUS_URL_KEY = "previousUrl";

/** The call that checks whether the service is available; only its status is read. */
export const PROBE_URL = "/api/v1/register/check-email?email=probe%40einzug.example";

/** Called when the server answered 503: saves the present address and opens the outage page. */
export function leaveForOutagePage(): void {
  const { pathname, search } = window.location;
  if (pathname === OUTAGE_PAGE) return;
  window.sessionStorage.setItem(PREVIOUS_URL_KEY, pathname + search);
  forgetUnsaved();
  window.location.assign(OUTAGE_PAGE);
}

/**
 * Returns to the saved address and deletes it. Accepts only addresses of our site, because any script that ever ran
 * here could have written the storage.
 */
export function returnFromOutagePage(): void {
  const saved = window.sessionStorage.getItem(PREVIOUS_URL_KEY);
  window.sessionStorage.removeItem(PREVIOUS_URL_KEY);
  window.location.replace(ownPath(saved) ?? "/app");
}
