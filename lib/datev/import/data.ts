import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import type { DatevImport } from "@/lib/core/prisma/client";

/** Returns an imported file; null for an unknown id and for a file of another supplier. */
export async function readImport(customerId: CustomerId, id: string): Promise<DatevImport | null> {
  return await db.datevImport.findUnique({ where: { customerId_id: { customerId, id } } });
}

/** Returns when the same file was last imported before; undefined if it was not. */
export async function readSameImport(
  customerId: CustomerId,
  { id, kind, digest }: Pick<DatevImport, "id" | "kind" | "digest">,
): Promise<Date | undefined> {
  const same = await db.datevImport.findFirst({
    where: { customerId, kind, digest, status: "applied", id: { not: id } },
    orderBy: { createdAt: "desc" },
    select: { appliedAt: true },
  });
  return same?.appliedAt ?? undefined;
}
