import type { z } from "zod";
import { decimalFromCents } from "@/lib/core/money/money";
import { addDays } from "@/lib/core/time/dates";
import { ProviderError } from "@/lib/core/web/provider-error";
import type { BookingLine, LedgerPort } from "@/lib/providers/accounting/port";
import type { SevdeskClient } from "@/lib/providers/accounting/sevdesk/client";
import { amountsOf } from "./map";
import { wireAccount, wireInvoice, wireLog, wireTransaction } from "./wire";

interface Posted {
  id: string;
  status: string;
}

/** The status of a transaction that is not linked to a document. */
const UNLINKED = "100";
/** The status of an account that is no longer in use. */
const ARCHIVED = "0";
/**
 * How many days before the earliest line we look for posted lines. Lines have the payout's day or, if that was unknown,
 * the day of an earlier run.
 */
const LOOK_BACK_DAYS = 31;
/** The payee of fees and the sender of payouts. */
const HOUSE = "GoCardless";

/**
 * The ledger port of sevdesk: payouts on a file-import account. Each payment has a transaction with the gross amount,
 * which settles its invoice, and one with the fee, which the supplier books. Transactions have no reference field, so
 * our reference is the first word of the purpose. Posted lines are looked up before anything is posted.
 */
export function sevdeskBookings(client: SevdeskClient): LedgerPort {
  return {
    ensureAccount: async (reference, name, known) => {
      const isLive = (row: z.output<typeof wireAccount>) => row.status !== ARCHIVED;
      const last = known ? await client.find(wireAccount, "CheckAccount", known) : undefined;
      if (last && isLive(last)) return last.id;
      const rows = await client.all(wireAccount, "/CheckAccount");
      const found = rows.find((row) => isLive(row) && row.name?.includes(`(${reference})`));
      if (found) return found.id;
      const body = { name: `${name} (${reference})`, importType: "CSV" };
      return (await client.write(wireAccount, "POST", "/CheckAccount/Factory/fileImportAccount", body)).id;
    },
    postLines: async (accountId, lines, onPosted) => {
      const posted = await readPosted(client, accountId, lines);
      const ids = new Map<string, string>();
      for (const line of lines) {
        const id = await postLine(client, accountId, line, posted);
        ids.set(line.reference, id);
        await onPosted?.(line.reference, id);
      }
      return ids;
    },
    // There are no hints: the line itself settles its document.
    sendHint: async () => "sent",
    // sevdesk adds up the transactions itself.
    setBalance: async () => {},
  };
}

/**
 * Returns the transactions around these lines by reference. Reads the whole list, because no filter is certain to be
 * exact.
 */
async function readPosted(
  client: SevdeskClient,
  accountId: string,
  lines: BookingLine[],
): Promise<Map<string, Posted>> {
  const earliest = lines.map((line) => line.bookedOn).sort()[0];
  if (earliest === undefined) return new Map();
  const rows = await client.all(wireTransaction, "/CheckAccountTransaction", {
    "checkAccount[id]": idOf(accountId),
    "checkAccount[objectName]": "CheckAccount",
    startDate: instantOf(addDays(earliest, -LOOK_BACK_DAYS)),
  });
  return new Map(rows.map((row) => [row.paymtPurpose?.split(" ")[0] ?? "", row]));
}

/**
 * Posts a line and settles its document. An interrupted run may have done some of the steps, so each step is looked up
 * and done only if it is missing.
 */
async function postLine(
  client: SevdeskClient,
  accountId: string,
  line: BookingLine,
  posted: Map<string, Posted>,
): Promise<string> {
  const { reference, amountCents, feeCents } = line;
  const payment = posted.get(reference) ?? (await post(client, accountId, line, { reference, cents: amountCents }));
  const feeReference = `${reference}-FEE`;
  if (feeCents !== 0 && !posted.has(feeReference))
    await post(client, accountId, { ...line, payerName: HOUSE }, { reference: feeReference, cents: feeCents });
  if (line.documentId && amountCents > 0 && payment.status === UNLINKED)
    await settle(client, accountId, line, line.documentId, payment.id);
  return payment.id;
}

async function post(
  client: SevdeskClient,
  accountId: string,
  line: BookingLine,
  { reference, cents }: { reference: string; cents: number },
): Promise<Posted> {
  const at = instantOf(line.bookedOn);
  return await client.write(wireTransaction, "POST", "/CheckAccountTransaction", {
    // The documentation contradicts itself about which of the two is which, so both are equal.
    valueDate: at,
    entryDate: at,
    amount: decimalFromCents(cents),
    payeePayerName: line.payerName || HOUSE,
    paymtPurpose: `${reference} ${line.purpose}`.trim(),
    checkAccount: { id: idOf(accountId), objectName: "CheckAccount" },
    status: Number(UNLINKED),
  });
}

/**
 * Settles the invoice with its transaction. A surplus above the open amount stays on the transaction, and an invoice
 * with nothing open leaves it unlinked. Both stay visible to the supplier.
 */
async function settle(
  client: SevdeskClient,
  accountId: string,
  line: BookingLine,
  documentId: string,
  transactionId: string,
): Promise<void> {
  const invoice = await client.find(wireInvoice, "Invoice", documentId, { embed: "debit" });
  const openCents = invoice ? amountsOf(invoice).openCents : 0;
  if (openCents === 0) return;
  await client.write(wireLog, "PUT", `/Invoice/${documentId}/bookAmount`, {
    amount: decimalFromCents(Math.min(line.amountCents, openCents)),
    date: Date.parse(instantOf(line.bookedOn)) / 1_000,
    type: line.amountCents >= openCents ? "FULL_PAYMENT" : "N",
    checkAccount: { id: idOf(accountId), objectName: "CheckAccount" },
    checkAccountTransaction: { id: idOf(transactionId), objectName: "CheckAccountTransaction" },
    createFeed: true,
  });
}

/** Returns midnight in UTC, which is 1:00 in Germany, or 2:00 in summer: the same date in both time zones. */
function instantOf(day: string): string {
  return `${day}T00:00:00+00:00`;
}

/** Converts an id, which is text in answers, to the integer that bodies require. */
function idOf(id: string): number {
  const number = Number(id);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new ProviderError("refused", "sevdesk: malformed id of a check account or transaction");
}
