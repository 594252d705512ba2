import { CONSENT_FIELD, PAGE_FIELD } from "@/components/shell/consent";
import { chooseConsentAction, forgetConsentAction } from "@/components/shell/preferences";
import { ownPath } from "@/lib/core/own-path";
import { seeOther } from "@/lib/http/see-other";

/**
 * Stores the answer to the cookie banner for a browser without scripts, or deletes it, and leads back to the page. It is an address
 * and no server action, because a page that was opened before a new version names actions that no longer exist.
 */
export async function POST(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => new FormData());
  // Another site cannot answer for somebody. Pages whose address is a secret send no `Origin` that would tell.
  if (request.headers.get("sec-fetch-site") === "same-origin")
    await (form.has(CONSENT_FIELD) ? chooseConsentAction(form) : forgetConsentAction());
  return seeOther(ownPath(String(form.get(PAGE_FIELD) ?? "")) ?? "/");
}

/** A reload of this address leads to the start page. */
export async function GET(): Promise<Response> {
  return seeOther("/");
}
