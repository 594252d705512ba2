import { randomBytes } from "node:crypto";
import { generateSecret, generateURI, verify } from "otplib";
import { decrypt, encrypt, needsRotation, sign } from "@/lib/core/crypto";
import { db, type Tx } from "@/lib/core/db";
import { log } from "@/lib/core/log";

/** Seconds of one code (RFC 6238); clocks may differ by one step either way. */
const STEP = 30;
const RECOVERY_CODES = 10;
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
 * Seals anew, with the newest key, every secret of an authenticator app that an older one has sealed; one that is set up
 * anew meanwhile stays. Of those that no key opens any more it is told how many.
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
      log.error(
        { err: error, userId: id },
        "a secret of two-factor authentication cannot be read with the keys there are",
      );
      sum.unreadable += 1;
    }
  }
  return sum;
}

/** The time step a code belongs to; undefined if it is more than a step away from now, or from the step it should be. */
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

/** The step of the second of two codes, if the first is the one that was shown right before it. */
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
 * Takes a code of the authenticator app, or a recovery code. Each is taken once: a code that was read over a
 * shoulder, or a step before it, is worth nothing.
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
  const hash = hashOf(userId, code);
  return (await db.recoveryCode.deleteMany({ where: { userId, hash } })).count === 1;
}

/** New recovery codes instead of the old ones; they are shown once, only their keyed hashes stay. */
export async function renewRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: codes.map((code) => ({ userId, hash: hashOf(userId, code) })) });
  return codes;
}

/** Ten letters of an alphabet without lookalikes: 49 bits, and a limit on tries. */
function newRecoveryCode(): string {
  const letters: string[] = [];
  while (letters.length < 10) {
    const byte = randomBytes(1)[0] ?? 255;
    // Bytes beyond the last whole multiple would make some letters likelier.
    if (byte < 248) letters.push(RECOVERY_ALPHABET[byte % RECOVERY_ALPHABET.length] ?? "");
  }
  return `${letters.slice(0, 5).join("")}-${letters.slice(5).join("")}`;
}

function hashOf(userId: string, code: string): string {
  return sign("recovery-code", `${userId}:${code.toLowerCase().replace(/[^a-z0-9]/g, "")}`);
}

function placeOf(userId: string): string {
  return `${userId}:users.two_factor_secret`;
}
