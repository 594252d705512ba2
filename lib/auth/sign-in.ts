import { db } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { countTry, forgetTries } from "./limits";
import { isPasswordOf } from "./passwords";
import type { SignedIn } from "./sessions";
import { takeCode } from "./two-factor";

export interface PasswordProof {
  email: string;
  password: string;
  twoFactorCode?: string;
}

/**
 * Signs in by password and, where it is set up, a second factor.
 *
 * @throws AppError `wrong_credentials` for every wrong combination, in the same time; `two_factor_required` when the
 *   password is right and the code is missing; `two_factor_code_wrong`; `too_many_requests`
 */
export async function signInByPassword(proof: PasswordProof, ip: string): Promise<SignedIn> {
  const email = plainEmail(proof.email);
  await countTry("signInAddress", ip);
  await countTry("signInAccount", email);
  const user = await db.user.findUnique({ where: { email } });
  const matches = await isPasswordOf(user?.passwordHash, proof.password);
  // Only now: a second question, asked for known addresses alone, would tell them by the time it takes.
  const customerId = user && matches ? await firstCustomerOf(user.id) : undefined;
  if (!user || !customerId) throw new AppError("wrong_credentials", "Please check your E-Mail and Password");
  if (user.twoFactorEnabledAt) await requireCode(user.id, proof.twoFactorCode);
  await forgetTries("signInAccount", email);
  const hasSecondFactor = user.twoFactorEnabledAt !== null;
  return { userId: user.id, email: user.email, name: user.name, customerId, hasSecondFactor, provedAt: new Date() };
}

/** The supplier somebody works for; the first one joined, until they switch. */
async function firstCustomerOf(userId: string): Promise<string | undefined> {
  const membership = await db.membership.findFirst({ where: { userId }, orderBy: { createdAt: "asc" } });
  return membership?.customerId;
}

async function requireCode(userId: string, code: string | undefined): Promise<void> {
  if (!code?.trim())
    throw new AppError("two_factor_required", "Two-Factor authentication required. Please enter your code.");
  await countTry("twoFactor", userId);
  if (!(await takeCode(userId, code))) throw new AppError("two_factor_code_wrong", "The code is not right.");
  await forgetTries("twoFactor", userId);
}

/** How addresses are stored and compared. */
export function plainEmail(email: string): string {
  return email.trim().toLowerCase();
}
