/** Errors of @simplewebauthn/browser while a passkey is made. Each has a text in messages/. */
const CEREMONY_CODES = [
  "ERROR_CEREMONY_ABORTED",
  "ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT",
  "ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT",
  "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED",
  "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY",
  "ERROR_MALFORMED_PUBKEYCREDPARAMS",
  "ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG",
  "ERROR_INVALID_DOMAIN",
  "ERROR_INVALID_RP_ID",
  "ERROR_INVALID_USER_ID_LENGTH",
  "ERROR_AUTHENTICATOR_GENERAL_ERROR",
] as const;

export type CeremonyProblem = (typeof CEREMONY_CODES)[number] | "unsupported" | "notCompleted";

/** Returns why the device gave no passkey. An unknown error, such as an empty answer, counts as not completed. */
export function ceremonyProblem(error: unknown): CeremonyProblem {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return CEREMONY_CODES.find((known) => known === code) ?? "notCompleted";
}

const USER_ID_BYTES = { min: 1, max: 64 };

/** True if the user id has 1 to 64 bytes, as WebAuthn requires. `userId` is base64url, as in the options. */
export function hasUserIdLength(userId: string): boolean {
  const text = userId.replace(/=+$/, "");
  const bytes = Math.floor((text.length * 3) / 4);
  return bytes >= USER_ID_BYTES.min && bytes <= USER_ID_BYTES.max;
}
