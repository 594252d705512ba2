import { zipSync } from "fflate";
import { type CustomerId, customerIdOfMembership } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import type { DatevBatch } from "@/lib/core/prisma/client";
import { crossTenant, withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { AppError } from "@/lib/core/web/errors";
import { takeFiles } from "@/lib/datev/batch/kept-mutations";
import type { Download } from "@/lib/http/body/download";

export interface AccountOfPerson {
  customerId: CustomerId;
  companyName: string;
  batches: DatevBatch[];
}

/**
 * Returns the suppliers with DATEV that a person works for, sorted by name, with the batches of one month or of all.
 * One statement reads them all.
 */
export async function readDatevAccounts(userId: string, month?: string): Promise<AccountOfPerson[]> {
  const connected = { some: { type: "DATEV", status: "connected" } } as const;
  const memberships = await crossTenant(() =>
    db.membership.findMany({
      where: { userId, customer: { closedAt: null, connections: connected } },
      include: {
        customer: {
          select: { companyName: true, datevBatches: { where: { month }, orderBy: { createdAt: "asc" } } },
        },
      },
    }),
  );
  return memberships
    .map((membership) => ({
      customerId: customerIdOfMembership(membership),
      companyName: membership.customer.companyName,
      batches: membership.customer.datevBatches,
    }))
    .sort((a, b) => (a.companyName < b.companyName ? -1 : 1));
}

/**
 * Returns one archive with a month's files of all suppliers that a person works for, one folder each.
 * A tax adviser can import them together. Each download is stored with its batch, so that nobody imports it twice by
 * mistake.
 *
 * @throws AppError `nothing_to_hand_over`
 */
export async function readMonthOfAll(userId: string, month: string, at: Date): Promise<Download> {
  const entries: Record<string, Uint8Array> = {};
  for (const { customerId, companyName, batches } of await readDatevAccounts(userId, month))
    for (const batch of batches) {
      const files = await withinSupplier(customerId, () => takeFiles(customerId, batch));
      const folder = `${folderOf(companyName)}_${customerId.slice(-4)}`;
      const tail = batches.length > 1 ? `${batch.id.slice(-6)}/` : "";
      for (const { name, content } of files) entries[`${folder}/${tail}${name}`] = content;
    }
  if (Object.keys(entries).length === 0) throw new AppError("nothing_to_hand_over");
  const body = new Blob([Uint8Array.from(zipSync(entries, { mtime: at }))]).stream();
  return { name: `EXTF_${month}.zip`, type: "application/zip", body };
}

/** Returns a company's name in a form that every system accepts as the name of a folder. */
function folderOf(name: string): string {
  return (
    name
      .normalize("NFC")
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 60) || "-"
  );
}
