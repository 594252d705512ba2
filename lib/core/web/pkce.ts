import { createHash } from "node:crypto";

/** Returns the PKCE challenge (S256) of a verifier. */
export function codeChallenge(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}
