"use client";

import { addPasskeyAction, startPasskeyAction } from "@/lib/accounts/actions";
import { type CeremonyProblem, ceremonyProblem, hasUserIdLength } from "@/lib/accounts/passkeys/rules";
import type { ActionResult } from "@/lib/core/web/action-result";

export type PasskeyMade = { device: CeremonyProblem } | ActionResult<{ id: string; name: string }>;

/**
 * Registers a passkey: requests the server's challenge, lets the device answer it, and stores the passkey. The library
 * is loaded only on this call.
 */
export async function makePasskey(): Promise<PasskeyMade> {
  const { browserSupportsWebAuthn, startRegistration } = await import("@simplewebauthn/browser");
  if (!browserSupportsWebAuthn()) return { device: "unsupported" };
  const started = await startPasskeyAction({});
  if (!started.ok) return started;
  // Browsers answer a user id of the wrong length with a bare TypeError; this check names the fault in all of them.
  if (!hasUserIdLength(started.data.user.id)) return { device: "ERROR_INVALID_USER_ID_LENGTH" };
  try {
    const response = await startRegistration({ optionsJSON: started.data });
    const clientExtensionResults = { ...response.clientExtensionResults };
    return await addPasskeyAction({ response: { ...response, clientExtensionResults } });
  } catch (error) {
    return { device: ceremonyProblem(error) };
  }
}
