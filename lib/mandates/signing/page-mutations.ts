import { db } from "@/lib/core/database/db";
import { now } from "@/lib/core/time/clock";
import { stepRequest } from "@/lib/mandates/requests/mutations";
import { byLink } from "./page-data";

export async function markExit(token: string): Promise<void> {
  await byLink(token, undefined, async ({ customerId, requestId }) => {
    await db.$transaction(async (tx) => {
      await stepRequest(tx, customerId, requestId, "exited", { exitedAt: now() });
      // GoCardless may have closed the page that the payer left.
      await tx.mandateRequest.updateMany({ where: { customerId, id: requestId }, data: { flowUrl: null } });
    });
  });
}
