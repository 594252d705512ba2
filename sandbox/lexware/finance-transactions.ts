import { assignByTransaction, transactionState, unassignedCents } from "./assignment";
import type { Call, Gate } from "./gate";
import { readJson, readObject } from "./input";
import type { Transaction } from "./model";
import { refuse, refuseInvalid } from "./replies";
import { readTransaction } from "./transaction-input";
import { removePayments } from "./voucher-life";
import { euros, type World } from "./world";

const PATH = "/v1/finance/transactions";
const MOST = 25;

/**
 * Adds the routes for financial transactions (partner only), posted as an array of 1 to 25 that is accepted completely
 * or not at all.
 */
export function addFinanceTransactions(world: World, gate: Gate): void {
  gate.on("POST", PATH, "finance.write", (call) => ({ status: 201, body: post(world, call) }));
  gate.on("GET", `${PATH}/latest-transaction`, "finance.read", ({ request, organisation }) => {
    const accountId = request.query.get("financialAccountId");
    if (!accountId)
      return refuse(world, request, 400, "Required request parameter 'financialAccountId' is not present.");
    const mine = world.transactions.filter(
      (one) => one.accountId === accountId && one.organisationId === organisation.id,
    );
    const latest = mine.reduce<Transaction | undefined>(
      (best, one) => (!best || Date.parse(one.bookingDate) >= Date.parse(best.bookingDate) ? one : best),
      undefined,
    );
    if (!latest) return refuse(world, request, 404, "The financial account has no transactions.");
    return { status: 200, body: show(latest) };
  });
  gate.on("GET", `${PATH}/:id`, "finance.read", (call) => ({ status: 200, body: show(transactionOf(world, call)) }));
  gate.on("GET", `${PATH}/:id/assignments`, "finance.read", (call) => ({
    status: 200,
    body: transactionOf(world, call).assignments.map(({ voucherId }) => {
      const type = world.vouchers.get(voucherId)?.type ?? "";
      const isBookkeeping = type.startsWith("sales") || type.startsWith("purchase");
      return { id: voucherId, type: isBookkeeping ? "voucher" : "invoice" };
    }),
  }));
  gate.on("PUT", `${PATH}/:id`, "finance.write", (call) => ({ status: 200, body: change(world, call) }));
  gate.on("DELETE", `${PATH}/:id`, "finance.delete", (call) => {
    const transaction = transactionOf(world, call);
    world.transactions.delete(transaction.id);
    for (const { voucherId } of transaction.assignments) {
      const voucher = world.vouchers.get(voucherId);
      if (voucher) removePayments(world, voucher, (item) => item.transactionId === transaction.id);
    }
    return { status: 204 };
  });
}

function post(world: World, call: Call): unknown[] {
  const { request } = call;
  const entries = readJson(world, request);
  if (!Array.isArray(entries)) return refuse(world, request, 400, "A JSON array is expected.");
  if (entries.length < 1 || entries.length > MOST) {
    const message = `zwischen 1 und ${MOST} Umsätze je Aufruf`;
    refuseInvalid(world, request, [{ violation: "SIZE", field: "transactions", message }]);
  }
  const read = entries.map((entry, i) => readTransaction(world, call.organisation.id, entry, i));
  const details = read.flatMap((one) => ("details" in one ? one.details : []));
  if (details.length > 0) refuseInvalid(world, request, details);
  const kept = read.flatMap((one) => ("transaction" in one ? [keep(world, one.transaction)] : []));
  return kept.map((transaction) => show(world.transactions.get(transaction.id) ?? transaction));
}

/** Stores a transaction. If the account already has its reference, the existing one is returned unchanged. */
function keep(world: World, transaction: Transaction): Transaction {
  const { externalReference, accountId } = transaction;
  const existing = externalReference
    ? world.transactions.find((one) => one.accountId === accountId && one.externalReference === externalReference)
    : undefined;
  if (existing) return existing;
  world.transactions.put(transaction.id, transaction);
  assignByTransaction(world, transaction);
  return transaction;
}

function change(world: World, call: Call): unknown {
  const before = transactionOf(world, call);
  const body = readObject(world, call.request);
  if (body.lockVersion !== before.lockVersion)
    refuse(world, call.request, 409, "The lockVersion of the transaction is stale.");
  if (body.externalReference !== undefined && body.externalReference !== before.externalReference)
    refuseInvalid(world, call.request, [
      { violation: "INVALID", field: "externalReference", message: "kann nicht geändert werden" },
    ]);
  const read = readTransaction(world, call.organisation.id, { ...show(before), ...body }, 0);
  if ("details" in read) return refuseInvalid(world, call.request, read.details);
  const { id, createdAt, assignments, proposedVoucherId, refusedVoucherIds } = before;
  const fixed = { id, createdAt, assignments, proposedVoucherId, refusedVoucherIds };
  const next = { ...read.transaction, ...fixed, lockVersion: before.lockVersion + 1, updatedAt: world.now() };
  return show(world.transactions.put(id, next));
}

function transactionOf(world: World, { request, organisation }: Call): Transaction {
  const transaction = world.transactions.get(request.params.id ?? "");
  if (transaction?.organisationId !== organisation.id)
    return refuse(world, request, 404, "The requested transaction was not found.");
  return transaction;
}

function show(transaction: Transaction): Record<string, unknown> {
  const open = unassignedCents(transaction);
  return {
    financialTransactionId: transaction.id,
    financialAccountId: transaction.accountId,
    valueDate: transaction.valueDate,
    bookingDate: transaction.bookingDate,
    transactionDate: transaction.bookingDate,
    purpose: transaction.purpose,
    amount: euros(transaction.cents),
    amountAsString: germanAmount(transaction.cents),
    openAmount: euros(open),
    openAmountAsString: germanAmount(open),
    feeAmount: transaction.feeCents === null ? null : euros(transaction.feeCents),
    feeTaxRatePercentage: transaction.feeTaxRatePercentage,
    feePostingCategoryId: transaction.feePostingCategoryId,
    bookingText: transaction.bookingText,
    additionalInfo: transaction.additionalInfo,
    recipientOrSenderName: transaction.recipientOrSenderName,
    recipientOrSenderIban: transaction.recipientOrSenderIban,
    recipientOrSenderBic: transaction.recipientOrSenderBic,
    recipientOrSenderEmail: transaction.recipientOrSenderEmail,
    externalReference: transaction.externalReference,
    endToEndId: transaction.endToEndId,
    ignore: transaction.ignore,
    ignoreReason: transaction.ignoreReason,
    virtualAccountId: null,
    state: transactionState(transaction),
    lockVersion: transaction.lockVersion,
    createdDate: transaction.createdAt,
    lastModifiedDate: transaction.updatedAt,
  };
}

function germanAmount(cents: number): string {
  const [whole = "0", fraction = "00"] = (Math.abs(cents) / 100).toFixed(2).split(".");
  return `${cents < 0 ? "-" : ""}${whole},${fraction}`;
}
