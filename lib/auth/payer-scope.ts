import { db } from "@/lib/core/database/db";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import { type PayerScope, readPayerToken, trustedCustomerId } from "./scope";

/**
 * Returns the supplier and the request that a payer's link opens, or undefined for a link that we did not make. The
 * link proves the request; only the request's row says whose it is, so it is read cross-tenant.
 */
export async function payerScopeOf(token: string): Promise<PayerScope | undefined> {
  const requestId = readPayerToken(token);
  if (!requestId) return undefined;
  const row = await crossTenant(() =>
    db.mandateRequest.findUnique({ where: { id: requestId }, select: { customerId: true } }),
  );
  return row ? { customerId: trustedCustomerId.parse(row.customerId), requestId } : undefined;
}
