import { takeCode } from "@/lib/auth/factors/two-factor";
import { guess, type Visitor } from "@/lib/auth/limits/guesses";
import { countTry } from "@/lib/auth/limits/limits";
import { isPasswordOf } from "@/lib/auth/passwords/passwords";
import type { SignedIn } from "@/lib/auth/sessions/sessions";
import { db } from "@/lib/core/database/db";
import { plainEmail } from "@/lib/core/formats/mail-address";
import type { User } from "@/lib/core/prisma/client";
import { addLogContext } from "@/lib/core/telemetry/log";
import { fieldRefusal } from "@/lib/core/web/errors";
import { networkOf } from "@/lib/core/web/ip";

const CODE_REQUIRED = "Two-Factor authentication required. Please enter your code.";

export interface PasswordProof {
  email: string;
  password: string;
  twoFactorCode?: string;
}

/**
 * Signs a person in by password and, if it is set up, a second factor.
 *
 * @throws AppError `wrong_credentials` for every wrong combination, in the same time; `two_factor_required` if the
 *   password is right and the code is missing; `two_factor_code_wrong`; `too_many_requests`
 */
export async function signInByPassword(proof: PasswordProof, visitor: Visitor): Promise<SignedIn> {
  const email = plainEmail(proof.email);
  const known = await db.user.findUnique({ where: { email } });
  // The log names the person even if the limits refuse this attempt.
  if (known) addLogContext({ userId: known.id });
  await countTry("signIn", visitor.device ?? networkOf(visitor.ip));
  const { user, customerId } = await guess("password", email, visitor, () => checkPassword(known, proof.password));
  if (user.twoFactorEnabledAt) await requireCode(user, proof.twoFactorCode, visitor);
  const hasSecondFactor = user.twoFactorEnabledAt !== null;
  return { userId: user.id, email: user.email, name: user.name, customerId, hasSecondFactor, provedAt: new Date() };
}

async function checkPassword(user: User | null, password: string): Promise<{ user: User; customerId: string }> {
  const matches = await isPasswordOf(user?.passwordHash, password);
  // Not before the check: a second query, for known addresses only, would reveal them by its duration.
  const customerId = user && matches ? await firstCustomerOf(user.id) : undefined;
  if (!user || !customerId)
    throw fieldRefusal("wrong_credentials", "Please check your E-Mail and Password", "email", "password");
  return { user, customerId };
}

/** Returns the supplier that a person joined first. They can switch later. */
async function firstCustomerOf(userId: string): Promise<string | undefined> {
  const membership = await db.membership.findFirst({ where: { userId }, orderBy: { createdAt: "asc" } });
  return membership?.customerId;
}

async function requireCode({ id, email }: User, code: string | undefined, visitor: Visitor): Promise<void> {
  if (!code?.trim()) throw fieldRefusal("two_factor_required", CODE_REQUIRED, "twoFactorCode");
  await guess("code", email, visitor, () => requireTakenCode(id, code, "twoFactorCode"));
}

/**
 * Accepts a code once, or refuses it.
 *
 * @param field the call's name for the code
 * @throws AppError `two_factor_code_wrong`
 */
export async function requireTakenCode(userId: string, code: string, field: "twoFactorCode" | "code"): Promise<void> {
  if (!(await takeCode(userId, code))) throw fieldRefusal("two_factor_code_wrong", "The code is not right.", field);
}
