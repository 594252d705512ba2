import { requireFreshProof } from "@/lib/auth/factors/fresh-proof";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import type { Role } from "@/lib/core/prisma/enums";
import { AppError } from "@/lib/core/web/errors";
import type { Connectable } from "@/lib/vendors/types";

export interface Connecting {
  customerId: CustomerId;
  role: Role;
  provedAt: Date | null;
}

/**
 * Refuses everybody but owners for the payments account, which decides who gets the money.
 *
 * @throws AppError `forbidden`
 */
export function requireOwnerFor(type: Connectable, { role }: Pick<Connecting, "role">): void {
  if (type === "GOCARDLESS" && role !== "owner") throw new AppError("forbidden");
}

/**
 * Refuses a person who may not start a sign-in at this vendor.
 * Nobody knows beforehand which organisation a person will choose at GoCardless. If one was connected before, it may be
 * another one, which needs a fresh proof.
 *
 * @returns true if the person has just proved who they are
 * @throws AppError `forbidden`, `proof_required`
 */
export async function requireMayStart(type: Connectable, caller: Connecting): Promise<boolean> {
  requireOwnerFor(type, caller);
  if (type !== "GOCARDLESS") return false;
  if ((await db.connection.count({ where: { customerId: caller.customerId, type } })) === 0) return false;
  requireFreshProof(caller);
  return true;
}
