// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the entries hold lines of the product as texts
import type { Weakening } from "../weakening";

const RULES = "lib/payouts/rules.ts";
const DATEV_RULES = "lib/payouts/datev/rules.ts";
const BATCH = "lib/providers/accounting/datev/extf/batch.ts";
const MONEY = "lib/core/money/money.ts";
const BY_PAYOUTS_RULES = { tier: "unit", file: "lib/payouts/rules.test.ts" } as const;
const BY_PAYOUTS_DATEV_RULES = { tier: "unit", file: "lib/payouts/datev/rules.test.ts" } as const;
const BY_BATCHES = { tier: "unit", file: "lib/providers/accounting/datev/extf/batches.test.ts" } as const;
const BY_DATEV_BATCH = { tier: "unit", file: "lib/providers/accounting/datev/extf/batch.test.ts" } as const;
const BY_CORE_MONEY = { tier: "unit", file: "lib/core/money/money.test.ts" } as const;

/** How a payout becomes booking lines, and how lines become files for DATEV. */
export const ofBookingsMade: Weakening[] = [
  {
    name: "a fee is dropped from the lines of a payout",
    file: RULES,
    search: "    if (line && item.providerPaymentId) line.feeCents += cents;",
    replace: "    if (line && item.providerPaymentId) line.feeCents = cents;",
    noticedBy: { ...BY_PAYOUTS_RULES, test: "carries several fees of one payment as one figure" },
  },
  {
    name: "fees are rounded one by one, and cents get lost",
    file: RULES,
    search:
      "    const upTo = i === fees.length - 1 ? totalCents : centsFromTenths(tenths);\n    const cents = upTo - given;",
    replace:
      "    const upTo = i === fees.length - 1 ? totalCents : centsFromTenths(tenths);\n    const cents = centsFromTenths(item.tenths);",
    noticedBy: { ...BY_PAYOUTS_RULES, test: "half cents in fees > %s" },
  },
  {
    name: "a payout is off by a cent and counts as proven",
    file: RULES,
    search: " === payoutCents;\n}",
    replace: " - payoutCents <= 1;\n}",
    noticedBy: { ...BY_PAYOUTS_RULES, test: "its items add up to the payout of 316.89 EUR and to no other amount" },
  },
  {
    name: "a payment that a bank took back is booked as income",
    file: RULES,
    search: 'const RETURN_TYPES = ["payment_failed", "payment_charged_back"];',
    replace: 'const RETURN_TYPES = ["payment_failed"];',
    noticedBy: { ...BY_PAYOUTS_RULES, test: "the line of an item > of type %s is a %s" },
  },
  {
    name: "the line of the payout has the wrong sign",
    file: RULES,
    search: 'kind: "payout", amountCents: -payoutCents }',
    replace: 'kind: "payout", amountCents: payoutCents }',
    noticedBy: { ...BY_PAYOUTS_RULES, test: "all lines sum to zero, in whole cents" },
  },
  {
    name: "two payments of one invoice settle it by one hint",
    file: RULES,
    search: '  if (settlesBy === "hint") return isHinted ? "hinted" : "byHand";',
    replace: '  if (settlesBy === "hint") return "hinted";',
    noticedBy: { ...BY_PAYOUTS_RULES, test: "a payment in the accounting system > %s" },
  },
  {
    name: "money of another program is booked as something unknown",
    file: DATEV_RULES,
    search: '  if (item.isForeign) return "foreign";\n',
    replace: "",
    noticedBy: {
      ...BY_PAYOUTS_DATEV_RULES,
      test: "has one sum of fees, shows foreign money as foreign, and adds up to the cent",
    },
  },
  {
    name: "a payout that the bank sent back is booked",
    file: DATEV_RULES,
    search: '  if (payout.status === "bounced") return "bounced";\n',
    replace: '  if (payout.status === "bounced") payout = { ...payout, status: "paid" };\n',
    noticedBy: { ...BY_PAYOUTS_DATEV_RULES, test: "is excluded with reason %s" },
  },
  {
    name: "DATEV: a batch crosses the turn of a fiscal year",
    file: "lib/providers/accounting/datev/extf/batches.ts",
    search: "  const startYear = number >= startMonth ? year : year - 1;",
    replace: "  const startYear = year;",
    noticedBy: { ...BY_BATCHES, test: "are written as one file per month, with the fiscal year of that month" },
  },
  {
    name: "DATEV: day and month of a booking change places",
    file: BATCH,
    search: "`${posting.day.slice(8)}${posting.day.slice(5, 7)}`",
    replace: "`${posting.day.slice(5, 7)}${posting.day.slice(8)}`",
    noticedBy: { ...BY_DATEV_BATCH, test: "equals the hand-made sample except for the program's name" },
  },
  {
    name: "DATEV: five cents become fifty",
    file: BATCH,
    search: 'String(cents % 100).padStart(2, "0")',
    replace: 'String(cents % 100).padEnd(2, "0")',
    noticedBy: {
      ...BY_BATCHES,
      test: "are accepted by the independent reader, and their sums equal the payouts to the cent",
    },
  },
  {
    name: "DATEV: debtor and clearing account are swapped",
    file: BATCH,
    search: '  put("Konto", posting.account);\n  put("Gegenkonto (ohne BU-Schlüssel)", posting.contra);',
    replace: '  put("Konto", posting.contra);\n  put("Gegenkonto (ohne BU-Schlüssel)", posting.account);',
    noticedBy: { ...BY_DATEV_BATCH, test: "equals the hand-made sample except for the program's name" },
  },
  {
    name: "DATEV: a quote in a booking text breaks its row",
    file: BATCH,
    search: ".replaceAll('\"', '\"\"')",
    replace: "",
    noticedBy: {
      ...BY_BATCHES,
      test: "are accepted by the independent reader, and their sums equal the payouts to the cent",
    },
  },
  {
    name: "DATEV: a letter that Windows-1252 lacks is dropped in silence",
    file: "lib/providers/accounting/datev/import/windows1252.ts",
    search: "(BYTES.has(char) ? char : UNKNOWN)",
    replace: '(BYTES.has(char) ? char : "")',
    noticedBy: {
      tier: "unit",
      file: "lib/providers/accounting/datev/import/windows1252.test.ts",
      test: "Windows-1252 > toWindows1252 writes %s as %s",
    },
  },
  {
    name: "DATEV: of a long invoice number the beginning stays",
    file: "lib/providers/accounting/datev/extf/batch-text.ts",
    search: "    .slice(-NUMBER_LENGTH);",
    replace: "    .slice(0, NUMBER_LENGTH);",
    noticedBy: {
      tier: "unit",
      file: "lib/providers/accounting/datev/extf/batch-text.test.ts",
      test: "toDocumentNumber writes the invoice number %j as %j",
    },
  },
  {
    name: "GoCardless: tenths of a cent of a payout item are cut off",
    file: MONEY,
    search: "  const tenths = Number(match[2]) * 10 + Number(match[3] ?? 0);",
    replace: "  const tenths = Number(match[2]) * 10;",
    noticedBy: { ...BY_CORE_MONEY, test: "tenths of a cent > %s cents are %i tenths" },
  },
  {
    name: "a sum of tenths is cut off, not rounded",
    file: MONEY,
    search: "Math.round(tenths / 10);",
    replace: "Math.floor(tenths / 10);",
    noticedBy: { ...BY_CORE_MONEY, test: "%i tenths round to %i cents" },
  },
];
