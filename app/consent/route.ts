import { CONSENT_FIELD, PAGE_FIELD } from "@/components/shell/consent";
import { chooseConsentAction, forgetConsentAction } from "@/components/shell/preferences";
import { ownPath } from "@/lib/core/web/own-path";
import { seeOther } from "@/lib/http/refusals/see-other";

/**
 * Stores or deletes the answer to the cookie banner for a browser without scripts, and redirects to the page. It is a
 * route and no server action, because a page opened before a new version names actions that no longer exist.
 */
export async function POST(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => new FormData());
  // Another site must not answer for a person. Pages with a secret address send no `Origin`, so `Sec-Fetch-Site` is
  // checked.
  if (request.headers.get("sec-fetch-site") === "same-origin")
    await (form.has(CONSENT_FIELD) ? chooseConsentAction(form) : forgetConsentAction());
  return seeOther(ownPath(String(form.get(PAGE_FIELD) ?? "")) ?? "/");
}

/** A reload of this address redirects to the start page. */
export async function GET(): Promise<Response> {
  return seeOther("/");
}
