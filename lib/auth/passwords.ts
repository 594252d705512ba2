import { hash, verify } from "@node-rs/argon2";

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** An argon2id hash of nothing anybody has: checking against it makes an unknown e-mail take as long as a wrong password. */
const NOBODY = hash(`nobody:${Math.random()}`, OPTIONS);

/** The same characters make the same password, however a keyboard composes them (NIST SP 800-63B, 5.1.1.2: NFKC). */
export async function hashPassword(password: string): Promise<string> {
  return await hash(password.normalize("NFKC"), OPTIONS);
}

/** Also of a hash that was made before passwords were normalised: then of the form in which it was typed. */
export async function isPasswordOf(passwordHash: string | undefined, password: string): Promise<boolean> {
  const known = passwordHash ?? (await NOBODY);
  const forms = [password.normalize("NFKC"), password, password.normalize("NFC"), password.normalize("NFD")];
  for (const form of new Set(forms)) if (await verify(known, form, OPTIONS)) return passwordHash !== undefined;
  return false;
}
