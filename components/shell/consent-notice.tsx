import { cookies } from "next/headers";
import { CONSENT_COOKIES } from "./consent";
import { ConsentForm } from "./consent-form";

/** Decided on the server, so that the banner neither flashes up nor pushes anything aside. */
export async function ConsentNotice() {
  const jar = await cookies();
  // One that was deleted by the very request being answered is still there, but empty.
  return CONSENT_COOKIES.some((name) => jar.get(name)?.value) ? null : <ConsentForm />;
}
