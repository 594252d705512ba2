import { cookies } from "next/headers";
import { CONSENT_COOKIES } from "./consent";
import { ConsentForm } from "./consent-form";

/**
 * Shows the cookie banner if no answer is stored. The server decides, so that the banner neither flashes up nor shifts
 * the page.
 */
export async function ConsentNotice() {
  const jar = await cookies();
  // A cookie that this same request has deleted is still listed, but empty.
  return CONSENT_COOKIES.some((name) => jar.get(name)?.value) ? null : <ConsentForm />;
}
