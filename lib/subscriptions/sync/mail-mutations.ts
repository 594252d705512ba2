import type { CustomerId } from "@/lib/auth/scope";
import type { Tx } from "@/lib/core/database/db";
import { isLocale } from "@/lib/core/locales";
import type { Contract } from "@/lib/core/prisma/client";
import { now } from "@/lib/core/time/clock";
import { queueMail } from "@/lib/outbox/mutations";
import type { AccountMailKind } from "@/lib/outbox/types";
import { daysRemaining, isInForce, TRIAL_REMINDER_DAYS } from "@/lib/subscriptions/contract/rules";

type ContractMailKind = Extract<
  AccountMailKind,
  "trialEnding" | "trialEnded" | "paymentFailed" | "ordered" | "planChanged" | "planWillChange"
>;

/** Enqueues the mails about the changes that a reading found. Each occasion has its own key, so it is sent once. */
export async function notifyChanges(tx: Tx, customerId: CustomerId, before: Contract, after: Contract): Promise<void> {
  const { subscriptionId, status, trialEndsAt, endsAt, endedAt, periodEndsAt } = after;
  if (!subscriptionId) return;
  const tell = (kind: ContractMailKind, occasion: string, at: Date | null) =>
    queueContractMail(tx, customerId, kind, `${kind}:${occasion}`, at);
  if (status === "trialing" && trialEndsAt && !endsAt && daysRemaining(trialEndsAt, now()) <= TRIAL_REMINDER_DAYS)
    await tell("trialEnding", `${subscriptionId}:${trialEndsAt.toISOString()}`, trialEndsAt);
  const hasLapsed = status === "cancelled" && before.status === "trialing";
  // A person who cancelled during the trial expects its end.
  if (hasLapsed && !before.endsAt && trialEndsAt && endedAt && endedAt >= trialEndsAt)
    await tell("trialEnded", subscriptionId, endedAt);
  const owes = status === "past_due" || status === "unpaid";
  if (owes && before.status !== "past_due" && before.status !== "unpaid")
    await tell("paymentFailed", `${subscriptionId}:${periodEndsAt?.toISOString() ?? ""}`, null);
  await notifyPlan(tx, customerId, before, after);
}

/** Enqueues the confirmation of an order, or of a change of plan, with the plan and its price. */
async function notifyPlan(tx: Tx, customerId: CustomerId, before: Contract, after: Contract): Promise<void> {
  const { subscriptionId, status, planType, planBase, priceCents, readCount } = after;
  if (!isInForce(status) || !planType || priceCents === null) return;
  const tell = (kind: ContractMailKind, occasion: string, at: Date | null, values: Record<string, string>) =>
    queueContractMail(tx, customerId, kind, `${kind}:${subscriptionId}${occasion}`, at, values);
  const plan = { plan: planType, base: planBase ?? "monthly", cents: String(priceCents) };
  // A contract that continues after an unpaid invoice, or a pause, was ordered long ago.
  if (before.subscriptionId !== subscriptionId || before.status === "incomplete")
    return await tell("ordered", "", status === "trialing" ? after.trialEndsAt : null, plan);
  // A reading is stored once, so its number tells two changes to the same plan apart.
  if (before.planType !== planType || before.planBase !== planBase)
    return await tell("planChanged", `:${readCount}`, null, plan);
  const { nextType, nextBase, nextCents, nextAt } = after;
  if (!nextType || !nextBase || nextCents === null) return;
  if (before.nextType === nextType && before.nextBase === nextBase) return;
  const next = { plan: nextType, base: nextBase, cents: String(nextCents) };
  await tell("planWillChange", `:${readCount}`, nextAt, next);
}

/** Enqueues a mail to the billing contact, in the language of the first owner. */
async function queueContractMail(
  tx: Tx,
  customerId: CustomerId,
  kind: ContractMailKind,
  key: string,
  at: Date | null,
  values: Record<string, string> = {},
) {
  const [contact, owner] = await Promise.all([
    tx.billingContact.findUnique({ where: { customerId } }),
    tx.membership.findFirst({
      where: { customerId, role: "owner" },
      orderBy: { createdAt: "asc" },
      include: { user: true },
    }),
  ]);
  const recipient = contact?.email ?? owner?.user.email;
  if (!recipient) return;
  const locale = owner?.user.locale;
  await queueMail(tx, customerId, {
    key,
    template: "account",
    locale: isLocale(locale) ? locale : "en",
    recipient,
    data: {
      kind,
      name: contact?.name ?? owner?.user.name ?? "",
      values: { ...values, ...(at && { at: at.toISOString() }) },
    },
  });
}
