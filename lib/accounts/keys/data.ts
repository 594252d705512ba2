import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";

/** Returns the API keys of the account, newest first, without anything secret. */
export async function readKeys(customerId: CustomerId) {
  const rows = await db.apiKey.findMany({
    where: { customerId },
    orderBy: { id: "desc" },
    omit: { secretHash: true },
    include: { membership: { select: { user: { select: { name: true } } } } },
  });
  return rows.map(({ id, name, scope, createdAt, lastUsedAt, membership }) => ({
    ...{ id, name, scope, createdAt, lastUsedAt },
    madeBy: membership.user.name,
  }));
}
