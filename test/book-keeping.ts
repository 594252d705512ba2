import { connectByKey } from "@/lib/connections/sign-in/key-provider";
import { db } from "@/lib/core/database/db";
import type { OnlineSystem } from "@/lib/providers/accounting/systems";
import { seedConnection } from "@/prisma/seed/connect";
import type { TestSandbox } from "./sandbox";
import type { Ledger, TwinSupplier } from "./twin-supplier";

/** A payment's bookings in the accounting system: the money, its fee, and how often it is assigned to its document. */
export interface Entered {
  openCents: number | undefined;
  paidCents: number[];
  feeCents: number[];
  ties: number;
}

interface LedgerCapabilities {
  enteredIn: (ledger: Ledger, documentId: string, reference: string) => Entered;
  /** Faults during a booking: the kind, and the call that meets it. */
  cutOffs: [fault: string, method: string, path: string][];
  /** The supplier revokes our access at the vendor. */
  loseAccess: (sandbox: TestSandbox, supplier: TwinSupplier) => Promise<void>;
  /** The supplier gives access to the same account again. */
  giveAccess: (sandbox: TestSandbox, supplier: TwinSupplier) => Promise<void>;
}

/** Differences between the systems, for tests that play their users or read their records. */
export const BOOK_KEEPING: Record<OnlineSystem, LedgerCapabilities> = {
  LEXOFFICE: {
    enteredIn: ({ lexware }, documentId, reference) => {
      const lines = lexware.transactions.filter((line) => line.externalReference === reference);
      return {
        openCents: lexware.vouchers.find(({ id }) => id === documentId)?.openCents,
        paidCents: lines.map(({ cents }) => cents),
        feeCents: lines.map(({ feeCents }) => feeCents),
        ties: lexware.hints.filter(({ voucherId }) => voucherId === documentId).length,
      };
    },
    cutOffs: [
      ["status-500", "POST", "/v1/finance/accounts"],
      ["reset", "POST", "/v1/transaction-assignment-hint"],
      ["status-429", "POST", "/v1/finance/transactions"],
      ["malformed-json", "POST", "/v1/finance/transactions"],
      ["timeout-after", "POST", "/v1/finance/transactions"],
    ],
    loseAccess: async (sandbox, { customerId }) => {
      const { externalConnectionId } = await connectionOf(customerId, "LEXOFFICE");
      await sandbox.desk(`/lexware/connections/${externalConnectionId}/revoke`, {});
    },
    giveAccess: async (_sandbox, supplier) => await seedConnection(supplier, "LEXOFFICE", { id: supplier.books }),
  },
  SEVDESK: {
    enteredIn: ({ sevdesk }, documentId, reference) => {
      const lines = sevdesk.transactions.filter(({ purpose }) => purpose?.startsWith(`${reference} `));
      const fees = sevdesk.transactions.filter(({ purpose }) => purpose?.startsWith(`${reference}-FEE`));
      return {
        openCents: sevdesk.invoices.find(({ id }) => id === documentId)?.openCents,
        paidCents: lines.map(({ cents }) => cents),
        feeCents: fees.map(({ cents }) => cents),
        ties: sevdesk.bookings.filter(({ invoice }) => invoice === documentId).length,
      };
    },
    cutOffs: [
      ["status-500", "POST", "/api/v1/CheckAccount/Factory/*"],
      ["status-429", "POST", "/api/v1/CheckAccountTransaction"],
      ["malformed-json", "POST", "/api/v1/CheckAccountTransaction"],
      ["timeout-after", "POST", "/api/v1/CheckAccountTransaction"],
      ["reset", "PUT", "/api/v1/Invoice/*/bookAmount"],
      ["timeout-after", "PUT", "/api/v1/Invoice/*/bookAmount"],
    ],
    loseAccess: async (sandbox, { books }) => void (await sandbox.desk("/sevdesk/keys/revoke", { client: books })),
    giveAccess: async (sandbox, supplier) => {
      const { apiKey } = await sandbox.desk<{ apiKey: string }>("/sevdesk/keys/rotate", { client: supplier.books });
      await connectByKey(supplier, "SEVDESK", apiKey);
    },
  },
};

async function connectionOf(customerId: string, type: OnlineSystem) {
  return await db.connection.findUniqueOrThrow({ where: { customerId_type: { customerId, type } } });
}
