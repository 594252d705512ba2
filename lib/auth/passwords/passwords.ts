import { hash, verify } from "@node-rs/argon2";

// OWASP's minimum for argon2id: 19 MiB of memory, two iterations, one lane.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash that no password matches. Checking it makes an unknown address take as long as a wrong password. */
const NOBODY = hash(`nobody:${Math.random()}`, OPTIONS);

/** Returns the argon2id hash of a password, in whatever Unicode form it was typed (NIST SP 800-63B, 5.1.1.2: NFKC). */
export async function hashPassword(password: string): Promise<string> {
  return await hash(password.normalize("NFKC"), OPTIONS);
}

/**
 * True if the password matches the hash. Hashes made before passwords were normalised match the form that was typed
 * then. An undefined hash matches nothing, but takes as long to check.
 */
export async function isPasswordOf(passwordHash: string | undefined, password: string): Promise<boolean> {
  const known = passwordHash ?? (await NOBODY);
  const forms = [password.normalize("NFKC"), password, password.normalize("NFC"), password.normalize("NFD")];
  for (const form of new Set(forms)) if (await verify(known, form, OPTIONS)) return passwordHash !== undefined;
  return false;
}
