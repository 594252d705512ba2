"use client";

import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { type SignInAnswer, signInBy } from "./sign-in-client";

/** Why a sign-in by passkey failed; each has a text under `passkey` in messages/. */
export type PasskeyProblem = "unsupported" | "aborted" | "failed" | "too_many_requests";

/** `isRefused`: the person used a passkey, and the server refused it. */
export type PasskeyAnswer = { ok: true } | { ok: false; problem: PasskeyProblem; isRefused?: boolean };

/**
 * Signs in by passkey. With an e-mail address the passkey must belong to that person. Without one (autofill) the
 * passkey itself names its owner. The library is loaded only here, because most people use a password.
 */
export async function signInByPasskey(options: {
  email?: string;
  stay: () => boolean;
  autofill?: boolean;
}): Promise<PasskeyAnswer> {
  const device = await askDevice(options);
  if ("problem" in device) return { ok: false, problem: device.problem };
  const { credential } = device;
  const owner = options.email ? device.userId : ownerOf(credential);
  const fields = { userId: owner, credential: JSON.stringify(credential), stay: String(options.stay()) };
  return answerOf(await signInBy("passkey", fields));
}

/** Requests a challenge and lets the device sign it with one of its passkeys. */
export async function askDevice(options: {
  email?: string;
  autofill?: boolean;
}): Promise<{ userId: string; credential: AuthenticationResponseJSON } | { problem: PasskeyProblem }> {
  const { browserSupportsWebAuthn, startAuthentication, WebAuthnError } = await import("@simplewebauthn/browser");
  if (!browserSupportsWebAuthn()) return { problem: "unsupported" };
  const started = await fetch("/api/v1/passkeys/login/start", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: options.email }),
  }).catch(() => undefined);
  if (!started?.ok) return { problem: started?.status === 429 ? "too_many_requests" : "failed" };
  const { userId, ...optionsJSON } = (await started.json()) as PublicKeyCredentialRequestOptionsJSON & {
    userId: string;
  };
  try {
    const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: options.autofill });
    return { userId, credential };
  } catch (error) {
    const code = error instanceof WebAuthnError ? error.code : undefined;
    const isAbort = code === "ERROR_CEREMONY_ABORTED" || (error instanceof Error && error.name === "NotAllowedError");
    return { problem: isAbort ? "aborted" : "failed" };
  }
}

/** Returns true if the browser can offer passkeys in the list below the e-mail field. */
export async function offersPasskeysInFields(): Promise<boolean> {
  const check = window.PublicKeyCredential?.isConditionalMediationAvailable;
  return check ? await check.call(window.PublicKeyCredential) : false;
}

function ownerOf(credential: AuthenticationResponseJSON): string {
  return window.atob((credential.response.userHandle ?? "").replaceAll("-", "+").replaceAll("_", "/"));
}

function answerOf(answer: SignInAnswer): PasskeyAnswer {
  if (answer.ok) return answer;
  return {
    ok: false,
    problem: answer.code === "too_many_requests" ? "too_many_requests" : "failed",
    isRefused: true,
  };
}
