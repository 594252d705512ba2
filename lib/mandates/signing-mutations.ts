import type { CustomerId } from "@/lib/auth/scope";
import { withDirectDebit } from "@/lib/connections/access";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/core/db";
import { untilNewest } from "@/lib/core/overtaken";
import { readDetails } from "./adopt-mutations";
import { storeMandate } from "./mutations";
import { stepRequest } from "./request-mutations";

/**
 * Reads a signing at the provider and stores what came of it. Safe to repeat: webhook, return page and the hourly
 * check may all do it.
 */
export async function settleSigning(customerId: CustomerId, billingRequestId: string): Promise<void> {
  const request = await db.mandateRequest.findFirst({ where: { customerId, billingRequestId } });
  if (!request || request.status === "signed") return;
  await withDirectDebit(customerId, async (gc) => {
    const signing = await gc.mandates.readSigning(billingRequestId);
    if (!signing.mandateId) return;
    const { mandateId } = signing;
    const row = await untilNewest(async () => {
      const mandate = await gc.mandates.read(mandateId);
      const details = await readDetails(gc, mandate);
      return await storeMandate(customerId, mandate, { contactId: request.contactId, signedAt: now(), ...details });
    });
    await db.$transaction((tx) =>
      stepRequest(tx, customerId, request.id, "signed", { signedAt: now(), mandateId: row.id }),
    );
  });
}
