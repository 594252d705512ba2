import type { CustomerId } from "@/lib/auth/scope";
import { needsPremium } from "@/lib/collections/plan-rules";
import { type Actor, writeAudit } from "@/lib/core/audit";
import { db } from "@/lib/core/db";
import type { Locale } from "@/lib/core/locales";
import type { Prisma } from "@/lib/core/prisma/client";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { requirePremium } from "@/lib/subscriptions/access";

type Settings = {
  paymentDescription?: string | null;
  paymentConditions?: string[];
  daysEarlier?: number;
  maxOverdueDays?: number;
  requestsMandates?: boolean;
  payerLanguage?: Locale;
  retriesReturns?: boolean;
};

/**
 * Settings on which decisions rest: every open invoice is decided again with them.
 *
 * @throws AppError `premium_required` for what only Premium has
 */
export async function saveSettings(customerId: CustomerId, settings: Settings, actor: Actor): Promise<void> {
  const stored = await db.customer.findUniqueOrThrow({
    where: { id: customerId },
    select: { paymentConditions: true, daysEarlier: true, paymentDescription: true },
  });
  if (needsPremium(settings, stored)) await requirePremium(customerId);
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
