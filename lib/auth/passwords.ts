import { hash, verify } from "@node-rs/argon2";

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** An argon2id hash of nothing anybody has: checking against it makes an unknown e-mail take as long as a wrong password. */
const NOBODY = hash(`nobody:${Math.random()}`, OPTIONS);

export async function hashPassword(password: string): Promise<string> {
  return await hash(password, OPTIONS);
}

export async function isPasswordOf(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await NOBODY), password, OPTIONS);
  return passwordHash !== undefined && matches;
}
