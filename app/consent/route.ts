import { CONSENT_FIELD, PAGE_FIELD } from "@/components/shell/consent";
import { chooseConsentAction, forgetConsentAction } from "@/components/shell/preferences";
import { ownPath } from "@/lib/core/own-path";

/**
 * Takes the answer of the cookie banner from a browser without scripts, or takes it back, and leads to the page it came from. An
 * address instead of a server action: a page that was opened before a new version names actions that are gone.
 */
export async function POST(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => new FormData());
  // Another site cannot answer for somebody. Pages whose address is a secret send no `Origin` that would tell.
  if (request.headers.get("sec-fetch-site") === "same-origin")
    await (form.has(CONSENT_FIELD) ? chooseConsentAction(form) : forgetConsentAction());
  return to(ownPath(String(form.get(PAGE_FIELD) ?? "")) ?? "/");
}

/** A reload asks for it again. */
export async function GET(): Promise<Response> {
  return to("/");
}

function to(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
