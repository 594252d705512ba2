import type { CustomerId } from "@/lib/auth/scope";
import type { Tx } from "@/lib/core/db";
import { raiseNotice } from "@/lib/notices/mutations";
import type { InvoiceForDecision, StoredForDecision } from "./data";
import { sameInOtherBooks } from "./elsewhere-data";
import { closeReturn, openReturn } from "./return-mutations";
import { returnNotice } from "./return-rules";

type Words = Pick<StoredForDecision, "isExcluded" | "heldUntil" | "retryStoppedAt">;

/**
 * What people have said of the same document in books used before, taken over when it is decided for the first time: what
 * keeps it back goes along with it, what lets it go is to be said anew.
 *
 * @returns what holds of it from now on
 */
export async function heedFormerWords(tx: Tx, row: InvoiceForDecision): Promise<Words> {
  const { customerId, id, isExcluded, heldUntil, retryStoppedAt } = row;
  const own = { isExcluded, heldUntil, retryStoppedAt };
  const [same] = sameInOtherBooks(row);
  const select = { isExcluded: true, heldUntil: true, retryStoppedAt: true };
  const former = same ? await tx.invoice.findMany({ where: { customerId, ...same }, select }) : [];
  if (former.length === 0) return own;
  const words = [own, ...former].reduce((a, b) => ({
    isExcluded: a.isExcluded || b.isExcluded,
    heldUntil: laterOf(a.heldUntil, b.heldUntil),
    retryStoppedAt: laterOf(a.retryStoppedAt, b.retryStoppedAt),
  }));
  await tx.invoice.update({ where: { customerId_id: { customerId, id } }, data: words });
  return words;
}

function laterOf(a: Date | null, b: Date | null): Date | null {
  return a && b ? (a > b ? a : b) : (a ?? b);
}

/**
 * What came back in books used before, and is not done with, lies on the desk with the document of the books in use from
 * now on: there it can be tried again.
 */
export async function takeReturnsOver(tx: Tx, { former, number, ...row }: InvoiceForDecision): Promise<void> {
  const [customerId, invoiceId] = [row.customerId as CustomerId, row.id];
  const ids = [...new Set(former.map((attempt) => attempt.invoiceId))];
  if (ids.length === 0) return;
  const open = await tx.returnCase.findMany({ where: { customerId, invoiceId: { in: ids }, isDone: false } });
  for (const { invoiceId: left, collectionId, returnedAt } of open) {
    const attempt = former.find(({ id }) => id === collectionId);
    if (!attempt || !(await closeReturn(tx, customerId, left, "carried_over"))) continue;
    await openReturn(tx, customerId, { invoiceId, collectionId, returnedAt });
    await raiseNotice(tx, customerId, returnNotice({ ...attempt, invoiceId }, number));
  }
}
