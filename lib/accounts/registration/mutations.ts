import { mailProofLink } from "@/lib/accounts/address/link-mutations";
import { makeWay } from "@/lib/accounts/address/unproven-mutations";
import { passwordProblem } from "@/lib/accounts/password/rules";
import { isCompanyTaken } from "@/lib/accounts/profile/data";
import type { Registration } from "@/lib/accounts/schema";
import { countTry } from "@/lib/auth/limits/limits";
import { isCommonPassword } from "@/lib/auth/passwords/common-passwords";
import { hashPassword } from "@/lib/auth/passwords/passwords";
import type { SignedIn } from "@/lib/auth/sessions/sessions";
import { db, isUniqueViolation, type Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import type { Locale } from "@/lib/core/locales";
import { writeAudit } from "@/lib/core/telemetry/audit";
import { companyKey } from "@/lib/core/text/name-key";
import { type AppError, fieldRefusal } from "@/lib/core/web/errors";

/**
 * Creates a supplier's account with its first person, the owner, and sends the link that proves the address. An account
 * on the same address that was never proven is deleted.
 *
 * @throws AppError `password_short`, `password_weak`, `email_taken`, `company_taken`, `too_many_requests`
 */
export async function registerCustomer(
  input: Registration,
  origin: { ip: string; locale: Locale; discountCode?: string },
): Promise<SignedIn> {
  requireGoodPassword(input.password, [input.companyName, input.name, input.email]);
  const { name, email, password, ...company } = input;
  await countTry("addressMail", email);
  const passwordHash = await hashPassword(password);
  const [customerId, userId] = [newId("customer"), newId("user")];
  try {
    await db.$transaction(async (tx) => {
      await holdCompany(tx, company);
      await makeWay(tx, email);
      // In the order of the specification's messages: a registered email address is reported first.
      if ((await tx.user.count({ where: { email } })) > 0) throw emailTaken();
      if (await isCompanyTaken(company, tx)) throw companyTaken();
      await tx.customer.create({
        data: { id: customerId, ...company, companyKey: companyKey(company), email, discountCode: origin.discountCode },
      });
      await tx.user.create({
        data: {
          id: userId,
          email,
          name,
          passwordHash,
          locale: origin.locale,
          memberships: { create: { customerId, role: "owner" } },
        },
      });
      const actor = { userId, userName: name, ip: origin.ip };
      await writeAudit(tx, customerId, actor, { action: "customer.registered", subject: customerId });
      await mailProofLink(tx, userId);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw emailTaken();
    throw error;
  }
  return { userId, email, name, customerId, provedAt: new Date() };
}

/**
 * Refuses a password that is too short, too weak or too common.
 *
 * @param about what an attacker knows of the person: firm, name, email address
 * @throws AppError `password_short`, `password_weak`
 */
export function requireGoodPassword(password: string, about: string[]): void {
  const problem = passwordProblem(password);
  const refuse = (code: "password_short" | "password_weak", detail: string) => fieldRefusal(code, detail, "password");
  if (problem) throw refuse(problem, problem === "password_short" ? "Password is short" : "Password is weak");
  if (isCommonPassword(password, about)) throw refuse("password_weak", "Password is weak");
}

function emailTaken(): AppError {
  return fieldRefusal("email_taken", "This E-Mail is already registered!", "email");
}

/** Returns the refusal of a firm that is registered already. It names both fields: either may be the mistake. */
export function companyTaken(): AppError {
  const detail = "A company with the same name and city is already registered";
  return fieldRefusal("company_taken", detail, "companyName", "city");
}

/** Locks a firm's name and city. Of two simultaneous registrations, the second waits and then finds the first. */
export async function holdCompany(tx: Tx, company: { companyName: string; city: string }): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${companyKey(company)}, 0))`;
}
