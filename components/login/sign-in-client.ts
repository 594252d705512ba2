"use client";

import type { ErrorCode } from "@/lib/core/web/errors";

/** `offline`: no server answered, so opening another page would fail too. */
export type SignInAnswer = { ok: true } | { ok: false; code: ErrorCode | "offline"; retryAfterSeconds?: number };

/**
 * Signs in through next-auth's callback, which sets the cookie. next-auth's own browser client would be the largest
 * script of the page, for these two calls.
 */
export async function signInBy(
  door: "password" | "passkey" | "ticket",
  fields: Record<string, string>,
): Promise<SignInAnswer> {
  try {
    const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
    const body = new URLSearchParams({ ...fields, csrfToken, callbackUrl: window.location.origin, json: "true" });
    const response = await fetch(`/api/auth/callback/${door}`, { method: "POST", body });
    if (response.ok) return { ok: true };
    return refusalOf(((await response.json()) as { url?: string }).url);
  } catch {
    return { ok: false, code: "offline" };
  }
}

/** Reads the error code from the URL in the answer, with the seconds to wait where it names any. */
function refusalOf(url: string | undefined): SignInAnswer {
  const [code = "", seconds] = (new URL(url ?? "", window.location.origin).searchParams.get("error") ?? "").split(":");
  return {
    ok: false,
    code: (code || "internal") as ErrorCode,
    retryAfterSeconds: seconds ? Number(seconds) : undefined,
  };
}

/** Ends the session in the browser and on the server, and opens the sign-in page. */
export async function signOutHere(): Promise<void> {
  try {
    const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
    const body = new URLSearchParams({ csrfToken, callbackUrl: window.location.origin, json: "true" });
    await fetch("/api/auth/signout", { method: "POST", body });
  } catch {
    // Without a network the session ends when it expires.
  }
  window.location.assign("/login");
}
