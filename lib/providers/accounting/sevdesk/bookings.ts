import type { z } from "zod";
import { addDays } from "@/lib/core/dates";
import { decimalFromCents } from "@/lib/core/money";
import { ProviderError } from "@/lib/core/provider-error";
import type { BookingDesk, BookingLine } from "../port";
import type { SevdeskClient } from "./client";
import { amountsOf } from "./map";
import { wireAccount, wireInvoice, wireLog, wireTransaction } from "./wire";

interface Posted {
  id: string;
  status: string;
}

/** A transaction nobody has linked to anything yet. */
const UNLINKED = "100";
/** An account that is no longer in use. */
const ARCHIVED = "0";
/** Lines of a payout are posted on its day; where that was not known, on the day of the run, some time before. */
const LOOK_BACK_DAYS = 31;
/** Who the fee is paid to and the payout comes from. */
const HOUSE = "GoCardless";

/**
 * Payouts on a file-import account: per payment a transaction with the gross sum, which the invoice is booked with, and
 * one with the fee, which stays for the supplier to book. Transactions have no reference of their own, so ours is the
 * first word of the purpose, and what stands there already is looked up before anything is posted.
 */
export function sevdeskBookings(client: SevdeskClient): BookingDesk {
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
    // Nothing to hint at: the line itself settles its document.
    sendHint: async () => "sent",
    // sevdesk adds up the transactions by itself.
    setBalance: async () => {},
  };
}

/** What stands on the account around these lines, by reference; read whole, because no filter is sure to be exact. */
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

/** Every step may have been done by an earlier run that was cut off: each is looked up, then done if it is missing. */
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
    // The documents contradict each other about which of the two is which.
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
 * Books the invoice with its transaction. What came in above the open amount stays on the transaction, and an invoice
 * that asks for nothing any more leaves it unlinked: both are the supplier's to see, not ours to hide.
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

/** One o'clock at night in Germany, two in summer: the same calendar date there and in UTC. */
function instantOf(day: string): string {
  return `${day}T00:00:00+00:00`;
}

/** Ids are texts in answers and whole numbers in bodies. */
function idOf(id: string): number {
  const number = Number(id);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new ProviderError("refused", "sevdesk: not an id of a check account or transaction");
}
