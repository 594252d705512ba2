import { randomBytes } from "node:crypto";
import { generateSecret, generateURI, verify } from "otplib";
import { hashPassword, isPasswordOf } from "@/lib/auth/passwords/passwords";
import { decrypt, encrypt, isEqual, needsRotation, sign } from "@/lib/core/crypto";
import { db, type Tx } from "@/lib/core/database/db";
import { log } from "@/lib/core/telemetry/log";

/** Seconds of one code (RFC 6238). Clocks may differ by one step in either direction. */
const STEP = 30;
const RECOVERY_CODES = 10;
const RECOVERY_LETTERS = 10;
const RECOVERY_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";

export interface TwoFactorSetup {
  secret: string;
  otpauthUrl: string;
}

export function newTwoFactorSecret(issuer: string, email: string): TwoFactorSetup {
  const secret = generateSecret();
  return { secret, otpauthUrl: generateURI({ issuer, label: email, secret }) };
}

export function sealTwoFactorSecret(userId: string, secret: string): string {
  return encrypt(secret, placeOf(userId));
}

/**
 * Encrypts with the newest key every authenticator secret that an older key encrypted. A secret that its person
 * replaces meanwhile stays as it is. Returns how many were encrypted, and how many no key can decrypt.
 */
export async function resealTwoFactorSecrets(): Promise<{ resealed: number; unreadable: number }> {
  const sum = { resealed: 0, unreadable: 0 };
  const rows = await db.user.findMany({
    where: { twoFactorSecret: { not: null } },
    select: { id: true, twoFactorSecret: true },
  });
  for (const { id, twoFactorSecret: sealed } of rows) {
    if (sealed === null || !needsRotation(sealed)) continue;
    try {
      const data = { twoFactorSecret: sealTwoFactorSecret(id, decrypt(sealed, placeOf(id))) };
      sum.resealed += (await db.user.updateMany({ where: { id, twoFactorSecret: sealed }, data })).count;
    } catch (error) {
      log.error({ err: error, userId: id }, "two-factor secret cannot be decrypted with the configured keys");
      sum.unreadable += 1;
    }
  }
  return sum;
}

/**
 * Returns the time step of a code that is valid now, give or take a step, or exactly at `wanted`; otherwise undefined.
 */
async function stepOfCode(
  userId: string,
  sealedSecret: string,
  code: string,
  wanted?: number,
): Promise<number | undefined> {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const secret = decrypt(sealedSecret, placeOf(userId));
  const when = wanted === undefined ? { epochTolerance: STEP } : { epoch: wanted * STEP, epochTolerance: 0 };
  const result = await verify({ secret, token, ...when });
  return result.valid && "epoch" in result ? Math.floor(result.epoch / STEP) : undefined;
}

/** Returns the time step of the second code if the first one is of the step before; otherwise undefined. */
export async function stepOfPair(
  userId: string,
  sealedSecret: string,
  [first, second]: [string, string],
): Promise<number | undefined> {
  const step = await stepOfCode(userId, sealedSecret, second);
  if (step === undefined) return undefined;
  return (await stepOfCode(userId, sealedSecret, first, step - 1)) === undefined ? undefined : step;
}

/**
 * Accepts a code of the authenticator app, or a recovery code, each only once. An accepted code of the app also
 * invalidates those of earlier steps. So a code that somebody read over a shoulder is worthless.
 */
export async function takeCode(userId: string, code: string): Promise<boolean> {
  const user = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { twoFactorSecret: true, twoFactorEnabledAt: true },
  });
  if (!user.twoFactorSecret || !user.twoFactorEnabledAt) return false;
  const step = await stepOfCode(userId, user.twoFactorSecret, code);
  if (step === undefined) return await takeRecoveryCode(userId, code);
  const taken = await db.user.updateMany({
    where: { id: userId, twoFactorLastStep: { lt: step } },
    data: { twoFactorLastStep: step },
  });
  return taken.count === 1;
}

async function takeRecoveryCode(userId: string, code: string): Promise<boolean> {
  const letters = lettersOf(code);
  if (letters.length !== RECOVERY_LETTERS) return false;
  const stored = await db.recoveryCode.findMany({ where: { userId } });
  for (const { hash } of stored) {
    if (!(await isRecoveryCode(userId, letters, hash))) continue;
    return (await db.recoveryCode.deleteMany({ where: { userId, hash } })).count === 1;
  }
  return false;
}

async function isRecoveryCode(userId: string, letters: string, hash: string): Promise<boolean> {
  if (hash.startsWith("$argon2")) return await isPasswordOf(hash, letters);
  // Codes made before 29 November 2026, which a change of AUTH_SECRET makes useless.
  return isEqual(hash, sign("recovery-code", `${userId}:${letters}`));
}

export interface RecoveryCodes {
  /** Shown once. */
  codes: string[];
  /** All that is stored. Checking the codes needs no key, so they stay valid when AUTH_SECRET changes. */
  hashes: string[];
}

/** Returns new codes. The hashing takes a quarter of a second, so do not call it in a transaction. */
export async function newRecoveryCodes(): Promise<RecoveryCodes> {
  const codes = recoveryCodesOf();
  return { codes, hashes: await Promise.all(codes.map((code) => hashPassword(lettersOf(code)))) };
}

/** Returns the codes of one person, from the system's random source. */
export function recoveryCodesOf(): string[] {
  return Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
}

/** Replaces the recovery codes of a person. */
export async function storeRecoveryCodes(tx: Tx, userId: string, hashes: string[]): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: hashes.map((hash) => ({ userId, hash })) });
}

/** Returns ten letters of an alphabet without lookalikes. That is 49 bits, and attempts are limited. */
function newRecoveryCode(): string {
  const letters: string[] = [];
  while (letters.length < RECOVERY_LETTERS) {
    const byte = randomBytes(1)[0] ?? 255;
    // Bytes beyond the last whole multiple would make some letters likelier.
    if (byte < 248) letters.push(RECOVERY_ALPHABET[byte % RECOVERY_ALPHABET.length] ?? "");
  }
  return `${letters.slice(0, 5).join("")}-${letters.slice(5).join("")}`;
}

/** Returns a code in lower case, without blanks and dashes. */
function lettersOf(code: string): string {
  return code.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function placeOf(userId: string): string {
  return `${userId}:users.two_factor_secret`;
}
