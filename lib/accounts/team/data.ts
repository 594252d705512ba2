import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";

/** Returns the members of the account and the open invitations, oldest first. */
export async function readTeam(customerId: CustomerId) {
  const [memberships, invitations] = await Promise.all([
    db.membership.findMany({
      where: { customerId },
      orderBy: { createdAt: "asc" },
      include: { user: { select: { name: true, email: true } } },
    }),
    db.invitation.findMany({ where: { customerId, expiresAt: { gt: new Date() } }, orderBy: { createdAt: "asc" } }),
  ]);
  return { memberships, invitations };
}

/** Returns a person's memberships at all other suppliers, oldest first. */
export async function readOtherMemberships(customerId: CustomerId, userId: string) {
  return await crossTenant(() =>
    db.membership.findMany({
      where: { userId, customerId: { not: customerId } },
      orderBy: { createdAt: "asc" },
      include: { customer: { select: { companyName: true, city: true } } },
    }),
  );
}
