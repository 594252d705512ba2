import type { z } from "zod";
import type { CustomerId } from "@/lib/auth/scope";
import { db, type Tx } from "@/lib/core/db";
import type { emailPreferences } from "./schema";

export async function isEmailTaken(email: string): Promise<boolean> {
  return (await db.user.count({ where: { email: email.trim().toLowerCase() } })) > 0;
}

/** Same name in the same city, whatever the case; `exceptId` may keep its own. */
export async function isCompanyTaken(
  company: { companyName: string; city: string },
  tx: Tx = db,
  exceptId?: CustomerId,
): Promise<boolean> {
  const same = (value: string) => ({ equals: likeLiteral(value.trim()), mode: "insensitive" as const });
  const where = { companyName: same(company.companyName), city: same(company.city), closedAt: null };
  return (await tx.customer.count({ where: { ...where, id: { not: exceptId } } })) > 0;
}

/** Insensitive equality is a LIKE without wildcards: those that somebody types are plain letters. */
function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

export async function readEmailPreferences(userId: string): Promise<z.output<typeof emailPreferences>> {
  const user = await db.user.findUniqueOrThrow({ where: { id: userId } });
  return { marketing: user.wantsMarketing, productUpdates: user.wantsProductUpdates };
}

/** A person as the API shows them, with every supplier they work for. */
export async function readUser(customerId: CustomerId, userId: string) {
  const { id, email, name, acceptedTermsOfService, lastRegistrationStep, memberships } =
    await db.user.findUniqueOrThrow({ where: { id: userId }, include: { memberships: true } });
  const customers = memberships.map((membership) => ({ id: membership.customerId }));
  return {
    id,
    email,
    name,
    acceptedTermsOfService,
    lastRegistrationStep,
    customers,
    currentCustomer: { id: customerId },
  };
}

export async function readPasskeys(userId: string) {
  return await db.passkey.findMany({ where: { userId }, orderBy: { createdAt: "asc" } });
}
