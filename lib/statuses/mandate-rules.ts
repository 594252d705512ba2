import type { MandateRequestStatus, MandateStatus } from "@/lib/core/prisma/enums";

/** A SEPA mandate stays `pending_submission` until its first debit: that is usable. */
export const USABLE: MandateStatus[] = ["pending_customer_approval", "pending_submission", "submitted", "active"];

export function isUsable(status: MandateStatus): boolean {
  return USABLE.includes(status);
}

/** A mandate request in one of these states can still be signed. A partial unique index allows one per contact. */
export const OPEN_REQUESTS: MandateRequestStatus[] = ["pending", "sent", "opened", "exited"];
