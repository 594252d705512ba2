import type { CustomerId } from "@/lib/auth/scope";
import { type Actor, writeAudit } from "@/lib/core/audit";
import { db } from "@/lib/core/db";
import type { Prisma } from "@/lib/core/prisma/client";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";

type Settings = Pick<Prisma.CustomerUpdateInput, "paymentDescription"> & {
  paymentConditions?: string[];
  daysEarlier?: number;
  maxOverdueDays?: number;
  requestsMandates?: boolean;
};

/** Settings on which decisions rest: every open invoice is decided again with them. */
export async function saveSettings(customerId: CustomerId, settings: Settings, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.customer.update({ where: { id: customerId }, data: settings });
    await writeAudit(tx, customerId, actor, {
      action: "settings.changed",
      subject: customerId,
      detail: settings as Prisma.InputJsonObject,
    });
    await tx.invoice.updateMany({ where: { customerId, bookStatus: "open" }, data: { needsDecision: true } });
    await enqueue(tx, jobs.decideInvoices, { customerId });
  });
}
