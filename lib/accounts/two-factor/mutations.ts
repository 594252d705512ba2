import { queueAccountMail } from "@/lib/accounts/mails/mutations";
import {
  newRecoveryCodes,
  newTwoFactorSecret,
  sealTwoFactorSecret,
  stepOfPair,
  storeRecoveryCodes,
  type TwoFactorSetup,
} from "@/lib/auth/factors/two-factor";
import { guessAgain } from "@/lib/auth/limits/guesses";
import type { CustomerId } from "@/lib/auth/scope";
import { requireTakenCode } from "@/lib/auth/sign-in";
import { brand } from "@/lib/core/brand";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { AppError, fieldRefusal } from "@/lib/core/web/errors";

/**
 * Stores a new secret and returns it. It counts only after two of its codes were entered.
 *
 * @throws AppError `two_factor_enabled`
 */
export async function setUpTwoFactor(userId: string): Promise<TwoFactorSetup> {
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const setup = newTwoFactorSecret(brand.name, email);
  const stored = await db.user.updateMany({
    where: { id: userId, twoFactorEnabledAt: null },
    data: { twoFactorSecret: sealTwoFactorSecret(userId, setup.secret), twoFactorLastStep: 0 },
  });
  if (stored.count === 0) throw new AppError("two_factor_enabled", "Two-factor sign-in is on already.");
  return setup;
}

/**
 * Turns the second factor on by two consecutive codes, which prove that the app's clock agrees with ours.
 *
 * @returns recovery codes, shown only this once
 * @throws AppError `two_factor_not_set_up`, `two_factor_enabled`, `two_factor_code_wrong`, `too_many_requests`
 */
export async function enableTwoFactor(
  customerId: CustomerId,
  userId: string,
  codes: [string, string],
  actor: Actor,
): Promise<string[]> {
  const user = await db.user.findUniqueOrThrow({ where: { id: userId } });
  if (user.twoFactorEnabledAt) throw new AppError("two_factor_enabled");
  const secret = user.twoFactorSecret;
  if (!secret) throw new AppError("two_factor_not_set_up", "Set the second factor up first.");
  const step = await guessAgain("code", userId, () => requireStep(userId, secret, codes));
  const recovery = await newRecoveryCodes();
  await db.$transaction(async (tx) => {
    const enabled = await tx.user.updateMany({
      where: { id: userId, twoFactorEnabledAt: null, twoFactorSecret: secret },
      data: { twoFactorEnabledAt: new Date(), twoFactorLastStep: step },
    });
    if (enabled.count === 0) throw new AppError("conflict");
    await writeAudit(tx, customerId, actor, { action: "two-factor.enabled", subject: userId });
    await queueAccountMail(tx, customerId, { key: `two-factor:${newId("mail")}`, userId, kind: "twoFactorOn" });
    await storeRecoveryCodes(tx, userId, recovery.hashes);
  });
  return recovery.codes;
}

/** Returns the time step of the second code. @throws AppError `two_factor_code_wrong` unless the two are consecutive */
async function requireStep(userId: string, secret: string, codes: [string, string]): Promise<number> {
  const step = await stepOfPair(userId, secret, codes);
  if (step === undefined)
    throw fieldRefusal("two_factor_code_wrong", "Enter two codes that follow each other.", "codes");
  return step;
}

/**
 * Turns it off by a code of the app or a recovery code.
 *
 * @throws AppError `two_factor_not_set_up`, `two_factor_code_wrong`
 */
export async function disableTwoFactor(
  customerId: CustomerId,
  userId: string,
  code: string,
  actor: Actor,
): Promise<void> {
  const { twoFactorEnabledAt } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  if (!twoFactorEnabledAt) throw new AppError("two_factor_not_set_up", "Two-factor sign-in is off already.");
  await guessAgain("code", userId, () => requireTakenCode(userId, code, "code"));
  await db.$transaction(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: { twoFactorEnabledAt: null, twoFactorSecret: null } });
    await tx.recoveryCode.deleteMany({ where: { userId } });
    await writeAudit(tx, customerId, actor, { action: "two-factor.disabled", subject: userId });
    await queueAccountMail(tx, customerId, { key: `two-factor:${newId("mail")}`, userId, kind: "twoFactorOff" });
  });
}
