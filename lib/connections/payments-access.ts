import { requireFreshProof } from "@/lib/auth/fresh-proof";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import type { Role } from "@/lib/core/prisma/enums";
import type { Connectable } from "./types";

export interface Connecting {
  customerId: CustomerId;
  role: Role;
  provedAt: Date | null;
}

/**
 * The payments account says who gets the money: only owners connect or disconnect it.
 *
 * @throws AppError `forbidden`
 */
export function requireOwnerFor(type: Connectable, { role }: Pick<Connecting, "role">): void {
  if (type === "GOCARDLESS" && role !== "owner") throw new AppError("forbidden");
}

/**
 * Which organisation a person will choose at GoCardless is not known before. Where one was connected already, it may be
 * another one, which takes a fresh proof.
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
