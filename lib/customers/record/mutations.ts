import type { CustomerId } from "@/lib/auth/scope";
import { db, type Tx } from "@/lib/core/database/db";
import type { Locale } from "@/lib/core/locales";
import type { Prisma } from "@/lib/core/prisma/client";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { fieldRefusal } from "@/lib/core/web/errors";
import { MOST_CONDITIONS } from "@/lib/customers/schema";
import { invalidateAll } from "@/lib/decision-queue/mutations";
import { requirePremium } from "@/lib/subscriptions/contract/access";
import { needsPremium } from "./plan-rules";

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
 * Saves settings that decisions depend on, and has every open invoice decided again.
 * @throws AppError `premium_required` for what only Premium has
 */
export async function saveSettings(customerId: CustomerId, settings: Settings, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    await storeSettings(tx, { customerId, stored: await lockSettings(tx, customerId), settings, actor });
  });
}

/**
 * Replaces the payment conditions that mean direct debit.
 *
 * @returns whether mandate requests wait until the supplier has chosen how the first ones are sent
 * @throws AppError `premium_required` for what only Premium has
 */
export async function savePaymentConditions(
  customerId: CustomerId,
  paymentConditions: string[],
  actor: Actor,
): Promise<{ areRequestsWaiting: boolean }> {
  return await db.$transaction(async (tx) => {
    const stored = await lockSettings(tx, customerId);
    await storeSettings(tx, { customerId, stored, settings: { paymentConditions }, actor });
    return { areRequestsWaiting: stored.firstRequestsAt === null };
  });
}

/**
 * Adds a payment condition after those that are chosen; one that is chosen already keeps its place. Simultaneous
 * additions are serialised, so that none overwrites another.
 *
 * @returns all that are chosen now
 * @throws AppError `premium_required`; `invalid_input` if the maximum is reached
 */
export async function addPaymentCondition(customerId: CustomerId, condition: string, actor: Actor): Promise<string[]> {
  return await db.$transaction(async (tx) => {
    const stored = await lockSettings(tx, customerId);
    if (stored.paymentConditions.includes(condition)) return stored.paymentConditions;
    const paymentConditions = [...stored.paymentConditions, condition];
    if (paymentConditions.length > MOST_CONDITIONS)
      throw fieldRefusal("invalid_input", `At most ${MOST_CONDITIONS} conditions.`, "paymentCondition");
    await storeSettings(tx, { customerId, stored, settings: { paymentConditions }, actor });
    return paymentConditions;
  });
}

type Stored = Parameters<typeof needsPremium>[1] & { firstRequestsAt: Date | null };

/**
 * Locks the settings, but not the supplier's key. Transactions that store rows of the supplier hold its key for a
 * moment, and may hold invoices, too: a stronger lock could deadlock with them.
 */
async function lockSettings(tx: Tx, customerId: CustomerId): Promise<Stored> {
  await tx.$executeRaw`SELECT 1 FROM customers WHERE id = ${customerId} FOR NO KEY UPDATE`;
  return await tx.customer.findUniqueOrThrow({
    where: { id: customerId },
    select: { paymentConditions: true, daysEarlier: true, paymentDescription: true, firstRequestsAt: true },
  });
}

async function storeSettings(
  tx: Tx,
  { customerId, stored, settings, actor }: { customerId: CustomerId; stored: Stored; settings: Settings; actor: Actor },
): Promise<void> {
  if (needsPremium(settings, stored)) await requirePremium(customerId, tx);
  await tx.customer.update({ where: { id: customerId }, data: settings });
  await writeAudit(tx, customerId, actor, {
    action: "settings.changed",
    subject: customerId,
    detail: settings as Prisma.InputJsonObject,
  });
  await invalidateAll(tx, customerId);
}
