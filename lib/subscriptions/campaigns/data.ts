import { readFileSync } from "node:fs";
import { env } from "@/lib/core/env";
import { type Campaign, campaigns } from "./schema";

const ALL_PLANS = [
  { type: "basic", priceBase: "monthly" },
  { type: "basic", priceBase: "yearly" },
  { type: "premium", priceBase: "monthly" },
  { type: "premium", priceBase: "yearly" },
] as const;

const halfPrice = ALL_PLANS.map((plan) => ({ ...plan, percentage: 50 }));

/**
 * The campaigns that apply without a file of the operator; `docs/operations.md` describes how to create the coupons.
 */
const BUILT_IN: Campaign[] = campaigns.parse([
  {
    code: "ADVENT50",
    stripeCouponId: "SOMMER50",
    label: "Advent 2025",
    isActive: true,
    monthsDiscounted: 3,
    validUntil: "2025-12-26",
    priceAdjustments: halfPrice,
  },
  {
    code: "NEUJAHR50",
    stripeCouponId: "SOMMER50",
    label: "Neujahr 2026",
    isActive: true,
    monthsDiscounted: 3,
    validUntil: "2026-01-31",
    priceAdjustments: halfPrice,
  },
  {
    code: "PREMIUM20",
    stripeCouponId: "PREMIUM20",
    label: "Premium 20",
    isActive: true,
    monthsDiscounted: 0,
    yearsDiscounted: 1,
    validUntil: "2027-12-31",
    priceAdjustments: [{ type: "premium", priceBase: "yearly", percentage: 20 }],
  },
  {
    code: "BLEIBEN50",
    stripeCouponId: "BLEIBEN50",
    label: "Bleiben 50",
    isActive: true,
    monthsDiscounted: 0,
    yearsDiscounted: 1,
    useInCancelFlow: true,
    validUntil: "2030-12-31",
    priceAdjustments: halfPrice,
  },
]);

let loaded: Campaign[] | undefined;

/**
 * Returns the campaigns of this installation, read once per process.
 *
 * @throws Error if the operator's file is missing or invalid
 */
export function campaignsInUse(): Campaign[] {
  const file = env().EINZUG_CAMPAIGNS_FILE;
  loaded ??= file ? campaigns.parse(JSON.parse(readFileSync(file, "utf8"))) : BUILT_IN;
  return loaded;
}
