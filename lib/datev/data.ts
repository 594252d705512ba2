import type { CustomerId } from "@/lib/auth/scope";
import { db, type Tx } from "@/lib/core/database/db";
import type { DatevSettings as Row } from "@/lib/core/prisma/client";
import type { DatevSettings } from "@/lib/providers/accounting/datev/settings";

const SHOWN_IMPORTS = 8;
const MOST_BATCHES = 60;

/** Returns the contents of the DATEV page, in one statement: settings, imported files, and batches of payouts. */
export async function readDatevRows(customerId: CustomerId) {
  return await db.customer.findUniqueOrThrow({
    where: { id: customerId },
    select: {
      datevSettings: true,
      datevImports: { orderBy: { createdAt: "desc" }, take: SHOWN_IMPORTS },
      datevBatches: {
        include: { files: { omit: { content: true }, orderBy: { position: "asc" } } },
        orderBy: { createdAt: "desc" },
        take: MOST_BATCHES,
      },
    },
  });
}

/** Returns a supplier's numbers and accounts at DATEV; undefined if none were entered. */
export async function readSettings(customerId: CustomerId, tx: Tx = db): Promise<DatevSettings | undefined> {
  const row = await tx.datevSettings.findUnique({ where: { customerId } });
  return row ? settingsOf(row) : undefined;
}

export function settingsOf(row: Row): DatevSettings {
  return {
    consultant: row.consultant,
    client: row.client,
    chart: row.chart === "SKR04" ? "SKR04" : "SKR03",
    accountLength: row.accountLength,
    fiscalYearStartMonth: row.fiscalYearStartMonth,
    isLocked: row.isLocked,
    accounts: {
      transit: row.transitAccount,
      bank: row.bankAccount,
      fees: row.feeAccount,
      unassigned: row.unassignedAccount,
      collectiveDebtor: row.collectiveDebtor,
    },
    feeTaxKey: row.feeTaxKey,
  };
}

/** Returns the database columns of settings. */
export function columnsOf(
  settings: DatevSettings,
): Omit<Row, "customerId" | "openItemTitles" | "createdAt" | "updatedAt"> {
  const { accounts, consultant, client, chart, accountLength, fiscalYearStartMonth, isLocked, feeTaxKey } = settings;
  return {
    ...{ consultant, client, chart, accountLength, fiscalYearStartMonth, isLocked, feeTaxKey },
    transitAccount: accounts.transit,
    bankAccount: accounts.bank,
    feeAccount: accounts.fees,
    unassignedAccount: accounts.unassigned,
    collectiveDebtor: accounts.collectiveDebtor,
  };
}
