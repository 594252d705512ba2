// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the entries hold lines of the product as texts
import type { Weakening } from "../weakening";

const STATUS_RULES = "lib/statuses/collection-rules.ts";
const MONEY = "lib/core/money/money.ts";
const MAP = "lib/providers/accounting/lexware/books/map.ts";
const SEVDESK_MAP = "lib/providers/accounting/sevdesk/books/map.ts";
const RULES = "lib/subscriptions/contract/rules.ts";
const STRIPE_MAP = "lib/providers/billing/stripe/map.ts";
const CAMPAIGN_RULES = "lib/subscriptions/campaigns/rules.ts";
const BY_COLLECTIONS_STATUS_RULES = { tier: "unit", file: "lib/statuses/collection-rules.test.ts" } as const;
const BY_CORE_MONEY = { tier: "unit", file: "lib/core/money/money.test.ts" } as const;
const BY_LEXWARE_MAP = { tier: "unit", file: "lib/providers/accounting/lexware/books/map.test.ts" } as const;
const BY_SEVDESK_MAP = { tier: "unit", file: "lib/providers/accounting/sevdesk/books/map.test.ts" } as const;
const BY_SUBSCRIPTIONS_RULES = { tier: "unit", file: "lib/subscriptions/contract/rules.test.ts" } as const;
const BY_STRIPE_MAP = { tier: "unit", file: "lib/providers/billing/stripe/map.test.ts" } as const;
const BY_SUBSCRIPTIONS_CAMPAIGN_RULES = { tier: "unit", file: "lib/subscriptions/campaigns/rules.test.ts" } as const;

/** How amounts and statuses are read, and what our own plans cost. */
export const ofMoneyCounted: Weakening[] = [
  {
    name: "a submitted debit no longer keeps another one of the invoice from starting",
    file: STATUS_RULES,
    search: 'const HOLDING: CollectionStatus[] = ["pending", "created", "submitted",',
    replace: 'const HOLDING: CollectionStatus[] = ["pending", "created",',
    noticedBy: {
      ...BY_COLLECTIONS_STATUS_RULES,
      test: "holds the invoice while money is under way or received, and otherwise releases it",
    },
  },
  {
    name: "a failure after the payout counts as if the money had never come",
    file: STATUS_RULES,
    search: "    paid_out: S.late_failure,\n",
    replace: "    paid_out: S.failed,\n",
    noticedBy: {
      ...BY_COLLECTIONS_STATUS_RULES,
      test: "the product status map (reference gocardless.md 9.1) > gives %s after %j",
    },
  },
  {
    name: "events of the same instant are applied in reverse order",
    file: STATUS_RULES,
    search: "RANK.indexOf",
    replace: "[...RANK].reverse().indexOf",
    noticedBy: {
      ...BY_COLLECTIONS_STATUS_RULES,
      test: "for events of one instant, which are applied in the order in which they can happen",
    },
  },
  {
    name: "a single decimal is read as hundredths",
    file: MONEY,
    search: 'padEnd(2, "0"));\n  // `0 - x`',
    replace: 'padStart(2, "0"));\n  // `0 - x`',
    noticedBy: { ...BY_CORE_MONEY, test: "cents of a decimal amount > %s is %i" },
  },
  {
    name: "a third decimal other than 0 is cut off in silence",
    file: MONEY,
    search: "(?:\\.(\\d{1,2})(0*))?$/",
    replace: "(?:\\.(\\d{1,2})(\\d*))?$/",
    noticedBy: { ...BY_CORE_MONEY, test: "cents of a decimal amount > %s is refused" },
  },
  {
    name: "Lexware: a closing invoice claims its whole total",
    file: MAP,
    search: "    ? (row.claimedGrossAmount ?? row.totalPrice.totalGrossAmount)",
    replace: "    ? row.totalPrice.totalGrossAmount",
    noticedBy: { ...BY_LEXWARE_MAP, test: "that is a closing invoice claims what is left after its down payments" },
  },
  {
    name: "Lexware: an unknown status counts as open",
    file: MAP,
    search: '    case "overdue":\n      return "open";',
    replace: '    case "overdue":\n    case "unchecked":\n      return "open";',
    noticedBy: { ...BY_LEXWARE_MAP, test: "a status of Lexware > %s is mapped to %s" },
  },
  {
    name: "sevdesk: payments are not deducted from what is open",
    file: SEVDESK_MAP,
    search: "  const left = Math.min(gross - paid,",
    replace: "  const left = Math.min(gross,",
    noticedBy: { ...BY_SEVDESK_MAP, test: "the open amount of an invoice > %s" },
  },
  {
    name: "sevdesk: a reminder claims the money of its invoice once more",
    file: SEVDESK_MAP,
    search: 'const KINDS: Record<string, DocumentKind> = { RE: "invoice",',
    replace: 'const KINDS: Record<string, DocumentKind> = { RE: "invoice", MA: "invoice",',
    noticedBy: { ...BY_SEVDESK_MAP, test: "of type %s claims money of its own: %s" },
  },
  {
    name: "GoCardless: an answer 500 counts as a refusal, and the debit is made again",
    file: "lib/providers/payments/gocardless/errors.ts",
    search: '  if (status >= 400 && status < 500) return "refused";',
    replace: '  if (status >= 400) return "refused";',
    noticedBy: {
      tier: "unit",
      file: "lib/providers/payments/gocardless/errors.test.ts",
      test: "the ProviderError for what GoCardless's client throws > with status %i has the kind %s",
    },
  },
  {
    name: "German amounts: a credit marked H is read as a claim",
    file: "lib/providers/accounting/datev/import/table-values.ts",
    search: '(/^[hc]/i.test(word[1] ?? "") ? "credit" : "debit")',
    replace: '"debit"',
    noticedBy: {
      tier: "unit",
      file: "lib/providers/accounting/datev/import/table-values.test.ts",
      test: "readAmount reads %j as %i cents on the side %s",
    },
  },
  {
    name: "a supplier whose Stripe payment failed for good keeps collecting",
    file: RULES,
    search: "  if (!isInForce(status)) return LOCKS[status];",
    replace: '  if (!isInForce(status) && status !== "unpaid") return LOCKS[status];',
    noticedBy: { ...BY_SUBSCRIPTIONS_RULES, test: "follows from the status %s" },
  },
  {
    name: "a subscription is ordered beside one that is unpaid",
    file: RULES,
    search: '  return status === null || status === "cancelled" || status === "incomplete_expired";',
    replace:
      '  return status === null || status === "cancelled" || status === "unpaid" || status === "incomplete_expired";',
    noticedBy: {
      ...BY_SUBSCRIPTIONS_RULES,
      test: "counts a subscription as ended only if nothing of it can continue at Stripe",
    },
  },
  {
    name: "an unknown status of Stripe opens the product",
    file: STRIPE_MAP,
    search: '    status: STATUSES[one.status] ?? "unpaid",',
    replace: '    status: STATUSES[one.status] ?? "active",',
    noticedBy: { ...BY_STRIPE_MAP, test: "with the status %s is %s" },
  },
  {
    name: "a campaign makes a price negative",
    file: CAMPAIGN_RULES,
    search: "  return plan.cents - Math.min(plan.cents, Math.max(0, off()));",
    replace: "  return plan.cents - off();",
    noticedBy: {
      ...BY_SUBSCRIPTIONS_CAMPAIGN_RULES,
      test: "is never below zero, never above the plan's price, and always whole cents",
    },
  },
  {
    name: "a campaign ends a day early",
    file: CAMPAIGN_RULES,
    search: "  return campaign.isActive && today <= campaign.validUntil;",
    replace: "  return campaign.isActive && today < campaign.validUntil;",
    noticedBy: { ...BY_SUBSCRIPTIONS_CAMPAIGN_RULES, test: "is found by its code, until its last day" },
  },
  {
    name: "a price in another currency is taken for euros",
    file: STRIPE_MAP,
    search: '  if (!plan || cents === null || currency !== "eur") return undefined;',
    replace: "  if (!plan || cents === null) return undefined;",
    noticedBy: { ...BY_STRIPE_MAP, test: "%s belongs to none of our plans" },
  },
  {
    name: "the key of a second attempt is that of the first",
    file: "lib/collections/attempts/intent-rules.ts",
    search: "  return `${books}:${externalId}:${attempt}`;",
    replace: "  return `${books}:${externalId}:${Math.min(1, attempt)}`;",
    noticedBy: {
      tier: "unit",
      file: "lib/collections/attempts/intent-rules.test.ts",
      test: "supplier, document, attempt and amount each change the key, and the same intent keeps it",
    },
  },
];
