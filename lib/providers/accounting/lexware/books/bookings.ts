import { decimalFromCents } from "@/lib/core/money/money";
import { ProviderError } from "@/lib/core/web/provider-error";
import type { LexwareClient } from "@/lib/providers/accounting/lexware/client";
import type { BookingLine, LedgerPort } from "@/lib/providers/accounting/port";
import { orUndefined } from "@/lib/providers/reading";
import { wireAccount, wireAccounts, wireActionResult, wireTransactions } from "./wire";

/** Posting category "Nebenkosten des Geldverkehrs" without tax, from the vendor's samples. */
const FEE_CATEGORY = "16d04a23-fd91-11e1-a21f-0800200c9a66";

/**
 * The ledger port of Lexware's partner finance API (reference 4.10, 4.11): one hint per document, lines idempotent by
 * reference.
 */
export function lexwareBookings(client: LexwareClient, accountSystem: string): LedgerPort {
  return {
    ensureAccount: async (reference, name, known) => {
      const last = known
        ? await orUndefined(client.read(wireAccount, { path: `/v1/finance/accounts/${known}` }))
        : null;
      if (last) return last.financialAccountId;
      const path = `/v1/finance/accounts?externalReference=${encodeURIComponent(reference)}`;
      const found = await client.read(wireAccounts, { path });
      const existing = found[0];
      if (existing) return existing.financialAccountId;
      const body = {
        type: "PAYMENT_PROVIDER",
        name,
        accountSystem,
        bankName: name,
        balance: 0,
        externalReference: reference,
        lockVersion: 0,
      };
      const made = await client.read(wireActionResult, { method: "POST", path: "/v1/finance/accounts", body });
      return made.id;
    },
    postLines: async (accountId, lines) => {
      const body = lines.map((line) => toTransaction(accountId, line));
      const made = await client.read(wireTransactions, { method: "POST", path: "/v1/finance/transactions", body });
      return new Map(made.map((row) => [row.externalReference ?? "", row.financialTransactionId]));
    },
    sendHint: async (documentId, reference) => {
      const body = { voucherId: documentId, externalReference: reference };
      try {
        await client.send({ method: "POST", path: "/v1/transaction-assignment-hint", body });
        return "sent";
      } catch (error) {
        if (error instanceof ProviderError && error.kind === "refused") return "exists";
        throw error;
      }
    },
    setBalance: async (accountId, cents) => {
      const path = `/v1/finance/accounts/${accountId}`;
      const account = await client.read(wireAccount.loose(), { path });
      await client.send({ method: "PUT", path, body: { ...account, balance: decimalFromCents(cents) } });
    },
  };
}

function toTransaction(accountId: string, line: BookingLine): Record<string, unknown> {
  const day = `${line.bookedOn}T00:00:00.000+00:00`;
  const fee =
    line.feeCents === 0
      ? {}
      : { feeAmount: decimalFromCents(line.feeCents), feeTaxRatePercentage: 0, feePostingCategoryId: FEE_CATEGORY };
  return {
    financialAccountId: accountId,
    valueDate: day,
    bookingDate: day,
    purpose: line.purpose,
    amount: decimalFromCents(line.amountCents),
    recipientOrSenderName: line.payerName,
    externalReference: line.reference,
    ...fee,
  };
}
