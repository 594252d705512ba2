import { z } from "zod";

/** The supplier's numbers at the tax adviser, and the accounts on which payouts are booked. */
export interface DatevSettings {
  /** "Beraternummer". */
  consultant: number;
  /** "Mandantennummer". */
  client: number;
  chart: "SKR03" | "SKR04";
  /** Digits of a general ledger account, 4 to 8; a debtor has one more. */
  accountLength: number;
  /** First month of the fiscal year, 1 to 12. */
  fiscalYearStartMonth: number;
  /** "Festschreibung": a batch locked at import can no longer be corrected in DATEV. */
  isLocked: boolean;
  accounts: DatevAccounts;
  /** Tax key ("BU-Schlüssel") of the fees, empty for none. The adviser decides how fees are taxed. */
  feeTaxKey: string;
}

export interface DatevAccounts {
  /** Clearing account of the payment provider ("Geldtransit"). Each payout returns it to its former balance. */
  transit: string;
  /** The bank account. Null if the bank statement is imported as well, because the payout would be booked twice. */
  bank: string | null;
  /** Costs of money transfers ("Nebenkosten des Geldverkehrs"). */
  fees: string;
  /** For money that belongs to no invoice of ours; the adviser clears it by hand. */
  unassigned: string;
  /** Collective debtor, for payers without a debtor account of their own. */
  collectiveDebtor: string;
}

const digits = z.string().regex(/^[1-9]\d*$/);

/** The limits are those of the header and of columns 7 to 9 (reference 1.1, 1.2). */
export const datevSettings: z.ZodType<DatevSettings> = z
  .object({
    consultant: z.number().int().min(1_001).max(9_999_999),
    client: z.number().int().min(1).max(99_999),
    chart: z.enum(["SKR03", "SKR04"]),
    accountLength: z.number().int().min(4).max(8),
    fiscalYearStartMonth: z.number().int().min(1).max(12),
    isLocked: z.boolean(),
    accounts: z.object({
      transit: digits,
      bank: digits.nullable(),
      fees: digits,
      unassigned: digits,
      collectiveDebtor: digits,
    }),
    feeTaxKey: z.string().regex(/^\d{0,4}$/),
  })
  .superRefine((settings, context) => {
    const { accountLength, accounts } = settings;
    for (const name of ["transit", "bank", "fees", "unassigned"] as const) {
      const account = accounts[name];
      if (account !== null && account.length !== accountLength)
        context.addIssue({ code: "custom", path: ["accounts", name], message: "account_length" });
    }
    if (!isDebtor(accounts.collectiveDebtor, accountLength))
      context.addIssue({ code: "custom", path: ["accounts", "collectiveDebtor"], message: "debtor_range" });
    const ledger = [accounts.transit, accounts.bank, accounts.fees, accounts.unassigned].filter(Boolean);
    if (new Set(ledger).size < ledger.length)
      context.addIssue({ code: "custom", path: ["accounts"], message: "account_twice" });
  });

/**
 * True for a debtor: it begins with 1 to 6 and has one digit more than a general ledger account. Creditors begin with 7
 * to 9.
 */
export function isDebtor(account: string, accountLength: number): boolean {
  return /^[1-6]\d*$/.test(account) && account.length === accountLength + 1;
}

const CHARTS: Record<DatevSettings["chart"], DatevAccounts> = {
  SKR03: { transit: "1360", bank: null, fees: "4970", unassigned: "1590", collectiveDebtor: "10000" },
  SKR04: { transit: "1460", bank: null, fees: "6855", unassigned: "1370", collectiveDebtor: "10000" },
};

/** Returns the usual accounts of a chart, for the adviser to confirm. Longer accounts are padded with zeros. */
export function usualAccounts(chart: DatevSettings["chart"], accountLength: number): DatevAccounts {
  const { transit, fees, unassigned, collectiveDebtor } = CHARTS[chart];
  const long = (account: string): string => account.padEnd(accountLength, "0");
  return {
    transit: long(transit),
    bank: null,
    fees: long(fees),
    unassigned: long(unassigned),
    collectiveDebtor: collectiveDebtor.padEnd(accountLength + 1, "0"),
  };
}
