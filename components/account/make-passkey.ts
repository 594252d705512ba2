"use client";

import { addPasskeyAction, startPasskeyAction } from "@/lib/accounts/actions";
import { type CeremonyProblem, ceremonyProblem, hasUserIdLength } from "@/lib/accounts/passkey-rules";
import type { ActionResult } from "@/lib/core/action-result";

export type PasskeyMade = { device: CeremonyProblem } | ActionResult<{ id: string; name: string }>;

/** From the server's challenge over the device to the stored passkey. The library is loaded only for those who come here. */
export async function makePasskey(): Promise<PasskeyMade> {
  const { browserSupportsWebAuthn, startRegistration } = await import("@simplewebauthn/browser");
  if (!browserSupportsWebAuthn()) return { device: "unsupported" };
  const started = await startPasskeyAction({});
  if (!started.ok) return started;
  // Browsers answer a wrong length by a bare TypeError; this way it is named whatever they do.
  if (!hasUserIdLength(started.data.user.id)) return { device: "ERROR_INVALID_USER_ID_LENGTH" };
  try {
    const response = await startRegistration({ optionsJSON: started.data });
    const clientExtensionResults = { ...response.clientExtensionResults };
    return await addPasskeyAction({ response: { ...response, clientExtensionResults } });
  } catch (error) {
    return { device: ceremonyProblem(error) };
  }
}
