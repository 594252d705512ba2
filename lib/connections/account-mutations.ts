import type { CustomerId } from "@/lib/auth/scope";
import type { Prisma, Tx } from "@/lib/core/db";
import { OPEN_REQUESTS, USABLE } from "@/lib/mandates/rules";
import { raiseNotice, resolveNotice } from "@/lib/notices/mutations";

/** Debits that go on at the provider, or may do so, and of which another account's events do not tell. */
const UNDER_WAY = {
  OR: [{ status: "pending", calledAt: { not: null } }, { status: { in: ["created", "submitted", "confirmed"] } }],
} satisfies Prisma.CollectionWhereInput;

const NOTICE = "debits-left-behind";

/**
 * Another account takes the place of the one at which the mandates were made: they cannot be used there, and the debits
 * that are under way are out of our sight. The supplier is told, and alone can see to them. Signing goes on at the new one.
 */
export async function leaveAccount(tx: Tx, customerId: CustomerId): Promise<void> {
  const before = await leftBehind(tx, customerId);
  await tx.mandate.updateMany({ where: { customerId, status: { in: USABLE } }, data: { status: "other_account" } });
  // Where the mandate has ended since, its debits are the former account's all the same.
  await tx.mandate.updateMany({
    where: { customerId, collections: { some: { customerId, ...UNDER_WAY } } },
    data: { status: "other_account" },
  });
  await tx.mandateRequest.updateMany({
    where: { customerId, status: { in: OPEN_REQUESTS } },
    data: { billingRequestId: null },
  });
  const { debits, data } = await leftBehind(tx, customerId);
  if (debits === before.debits) return;
  await raiseNotice(tx, customerId, { key: NOTICE, kind: "debits_left_behind", data });
}

/** The mandates of the connected account have been read: the debits of those that have come back are in sight again. */
export async function followLeftBehind(tx: Tx, customerId: CustomerId): Promise<void> {
  const { debits, data } = await leftBehind(tx, customerId);
  if (debits === 0) return await resolveNotice(tx, customerId, NOTICE);
  await tx.notice.updateMany({ where: { customerId, key: NOTICE, resolvedAt: null }, data: { data } });
}

/** @returns how many debits go on at former accounts, and what the notice says of them */
async function leftBehind(tx: Tx, customerId: CustomerId) {
  const { _count: debits, _sum: sum } = await tx.collection.aggregate({
    where: { customerId, mandate: { status: "other_account" }, ...UNDER_WAY },
    _count: true,
    _sum: { amountCents: true },
  });
  return { debits, data: { number: String(debits), amountCents: sum.amountCents ?? 0 } };
}
