import type { CustomerId } from "@/lib/auth/scope";
import type { Prisma, Tx } from "@/lib/core/database/db";
import { raiseNotice, resolveNotice } from "@/lib/notices/mutations";
import { OPEN_REQUESTS, USABLE } from "@/lib/statuses/mandate-rules";

/** Collections that the provider executes or may execute. Another account's events do not report them. */
const UNDER_WAY = {
  OR: [{ status: "pending", calledAt: { not: null } }, { status: { in: ["created", "submitted", "confirmed"] } }],
} satisfies Prisma.CollectionWhereInput;

const NOTICE = "debits-left-behind";

/**
 * Marks mandates and collections as those of another account, when a new account replaces the one they were made at.
 * The mandates cannot be used at the new account, and we no longer see the collections in flight. A notice tells the
 * supplier, who alone can follow them at GoCardless. Open mandate requests get a signing page at the new account.
 */
export async function leaveAccount(tx: Tx, customerId: CustomerId): Promise<void> {
  const before = await leftBehind(tx, customerId);
  await tx.mandate.updateMany({ where: { customerId, status: { in: USABLE } }, data: { status: "other_account" } });
  // A mandate may have ended since. Its collections belong to the previous account all the same.
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

/**
 * Updates the notice about collections at previous accounts after the connected account's mandates were read, or
 * resolves it. The collections on mandates that were found again are visible again.
 */
export async function followLeftBehind(tx: Tx, customerId: CustomerId): Promise<void> {
  const { debits, data } = await leftBehind(tx, customerId);
  if (debits === 0) return await resolveNotice(tx, customerId, NOTICE);
  await tx.notice.updateMany({ where: { customerId, key: NOTICE, resolvedAt: null }, data: { data } });
}

/** @returns how many collections are in flight at previous accounts, and the data of the notice about them */
async function leftBehind(tx: Tx, customerId: CustomerId) {
  const { _count: debits, _sum: sum } = await tx.collection.aggregate({
    where: { customerId, mandate: { status: "other_account" }, ...UNDER_WAY },
    _count: true,
    _sum: { amountCents: true },
  });
  return { debits, data: { number: String(debits), amountCents: sum.amountCents ?? 0 } };
}
