"use client";

import type { ErrorCode } from "@/lib/core/errors";

/** `offline`: nobody answered, so going elsewhere would not help either. */
export type SignInAnswer = { ok: true } | { ok: false; code: ErrorCode | "offline"; retryAfterSeconds?: number };

/**
 * Signs in through next-auth's callback, which sets the cookie. Its own browser client would be the largest script of
 * the page for these two calls.
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

/** The code, and the seconds to wait where there are some, come back in an address. */
function refusalOf(url: string | undefined): SignInAnswer {
  const [code = "", seconds] = (new URL(url ?? "", window.location.origin).searchParams.get("error") ?? "").split(":");
  return {
    ok: false,
    code: (code || "internal") as ErrorCode,
    retryAfterSeconds: seconds ? Number(seconds) : undefined,
  };
}

/** Ends the session here and on the server, and goes to the sign-in. */
export async function signOutHere(): Promise<void> {
  try {
    const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
    const body = new URLSearchParams({ csrfToken, callbackUrl: window.location.origin, json: "true" });
    await fetch("/api/auth/signout", { method: "POST", body });
  } catch {
    // Without a network the session ends by its time.
  }
  window.location.assign("/login");
}
