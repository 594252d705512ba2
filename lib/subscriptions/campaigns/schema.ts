import { z } from "zod";

const priceAdjustment = z
  .object({
    type: z.enum(["basic", "premium"]),
    priceBase: z.enum(["monthly", "yearly"]),
    /** Percentage of the net price, 0 to 100. */
    percentage: z.number().min(0).max(100).optional(),
    /** Net price per period in euros, which replaces the plan's price. */
    discountedPrice: z.number().min(0).multipleOf(0.01).optional(),
    /** Net discount per period in euros. */
    amountOff: z.number().min(0).multipleOf(0.01).optional(),
  })
  .refine((one) => [one.percentage, one.discountedPrice, one.amountOff].some((value) => value !== undefined), {
    error: "percentage, discountedPrice or amountOff is needed",
  });

/** One campaign in the operator's file. */
export const campaign = z
  .object({
    code: z.string().regex(/^[\w-]{1,40}$/),
    stripeCouponId: z.string().min(1),
    label: z.string().min(1).max(80),
    description: z.string().max(300).default(""),
    isActive: z.boolean(),
    monthsDiscounted: z.number().int().min(0).max(60).default(0),
    yearsDiscounted: z.number().int().min(0).max(10).optional(),
    useInCancelFlow: z.boolean().default(false),
    /** Last day of the campaign, in Germany. */
    validUntil: z.iso.date(),
    priceAdjustments: z.array(priceAdjustment).min(1).max(4),
  })
  .refine((one) => one.monthsDiscounted > 0 || (one.yearsDiscounted ?? 0) > 0, {
    error: "monthsDiscounted or yearsDiscounted is needed",
  });

export const campaigns = z.array(campaign).max(50);

export type Campaign = z.output<typeof campaign>;
