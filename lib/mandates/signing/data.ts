import { db } from "@/lib/core/database/db";
import type { Prisma } from "@/lib/core/prisma/client";

const include = {
  contact: true,
  invoice: true,
  customer: { include: { connections: true } },
} satisfies Prisma.MandateRequestInclude;
export type SigningRequest = Prisma.MandateRequestGetPayload<{ include: typeof include }>;

/** Returns a mandate request with all that its signing page depends on. */
export async function readRequestForSigning(customerId: string, requestId: string): Promise<SigningRequest | null> {
  return await db.mandateRequest.findUnique({ where: { customerId_id: { customerId, id: requestId } }, include });
}
