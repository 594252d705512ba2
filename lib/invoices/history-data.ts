import type { CustomerId } from "@/lib/auth/scope";
import { isDay } from "@/lib/core/dates";
import { db } from "@/lib/core/db";
import { INVOICE_ACTS, type InvoiceAct } from "./types";

/** More than anybody reads. */
const MOST = 100;

/**
 * What people did about an invoice, its payer and its debits, newest first, from the audit log. It is read only from the
 * invoice's beginning on: the log is long, and sorted by time.
 */
export async function readActs(
  customerId: CustomerId,
  invoice: { id: string; contactId: string | null; createdAt: Date; collections: { id: string }[] },
): Promise<InvoiceAct[]> {
  const rows = await db.auditEntry.findMany({
    where: {
      customerId,
      at: { gte: invoice.createdAt },
      subject: {
        in: [invoice.id, ...(invoice.contactId ? [invoice.contactId] : []), ...invoice.collections.map(({ id }) => id)],
      },
      action: { in: [...INVOICE_ACTS] },
    },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: MOST,
  });
  return rows.flatMap(({ id, action, userName, at, detail }) => {
    const act = INVOICE_ACTS.find((one) => one === action);
    const { until } = detail as { until?: unknown };
    const day = typeof until === "string" && isDay(until) ? until : undefined;
    return act ? [{ id, act, by: userName ?? undefined, at: at.toISOString(), until: day }] : [];
  });
}
