import { expect } from "@playwright/test";
import { db } from "../../lib/core/database/db";
import type { AccountingInvoice } from "./desk";

interface Owner {
  customerId: string;
}

/** A document as the accounting system names it. */
type Named = Pick<AccountingInvoice, "id" | "number">;

/** Reads the product's own rows. */
export const rows = {
  invoice: async ({ customerId }: Owner, { id }: { id: string }) =>
    await db.invoice.findFirst({ where: { customerId, externalId: id } }),
  reason: async (owner: Owner, invoice: { id: string }) => (await rows.invoice(owner, invoice))?.reason,
  /** Returns the collections of an invoice, oldest first. */
  collections: async ({ customerId }: Owner, { id }: { id: string }) =>
    await db.collection.findMany({
      where: { customerId, invoice: { externalId: id } },
      orderBy: { attempt: "asc" },
      include: { events: true },
    }),
  statuses: async (owner: Owner, invoice: { id: string }) =>
    (await rows.collections(owner, invoice)).map((row) => row.status as string),
  requests: async ({ customerId }: Owner, email: string) =>
    await db.mandateRequest.findMany({ where: { customerId, email }, orderBy: { createdAt: "asc" } }),
  contacts: async ({ customerId }: Owner) => await db.contact.findMany({ where: { customerId } }),
  mandates: async ({ customerId }: Owner) => await db.mandate.findMany({ where: { customerId } }),
  /** Returns the kinds of open notices. */
  notices: async ({ customerId }: Owner) =>
    (await db.notice.findMany({ where: { customerId, resolvedAt: null } })).map((row) => row.kind),
  connection: async ({ customerId }: Owner, type: "LEXOFFICE" | "SEVDESK" | "GOCARDLESS") =>
    await db.connection.findUnique({ where: { customerId_type: { customerId, type } } }),
  payouts: async ({ customerId }: Owner) =>
    await db.payout.findMany({
      where: { customerId },
      orderBy: { createdAt: "asc" },
      include: { items: true, bookings: true },
    }),
};

/** Waits until the decision on the invoice has this reason. */
export async function awaitReason(owner: Owner, invoice: Named, reason: string): Promise<void> {
  await expect.poll(() => rows.reason(owner, invoice), { message: `reason of ${invoice.number}` }).toBe(reason);
}

/** Waits until the collections of the invoice have exactly these statuses, oldest first. */
export async function awaitStatuses(owner: Owner, invoice: Named, statuses: string[]): Promise<void> {
  await expect.poll(() => rows.statuses(owner, invoice), { message: `debits of ${invoice.number}` }).toEqual(statuses);
}

/** Returns the path of an invoice in the product. */
export async function invoicePath(owner: Owner, invoice: Named): Promise<string> {
  const row = await rows.invoice(owner, invoice);
  if (!row) throw new Error(`invoice ${invoice.number} is not known yet`);
  return `/app/invoices/${row.id}`;
}
