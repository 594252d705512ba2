import type { Subscription } from "./billing-records";
import { isCodeActive, isCouponValid, showCoupon, showDiscount, showPromotionCode } from "./catalog-shapes";
import { invalid, missing } from "./errors";
import { emit, emitChange } from "./events";
import { type Params, text } from "./params";
import { addIntervals } from "./periods";
import type { Coupon, Discount, PromotionCode } from "./records";
import { newId, now, type World } from "./world";

/** A coupon to be redeemed, directly or by a code. */
export interface Redeemable {
  coupon: Coupon;
  code: PromotionCode | null;
}

export function isDiscount(one: Redeemable | Discount): one is Discount {
  return "id" in one;
}

/** Reads one entry of a `discounts` parameter; an existing discount is returned unchanged. */
export function redeemableFrom(
  world: World,
  entry: Params,
  param: string,
  customer: string | null,
): Redeemable | Discount {
  const given = ["coupon", "promotion_code", "discount"].filter((name) => name in entry);
  if (given.length !== 1)
    throw invalid("You must pass exactly one of coupon, promotion_code or discount in a discount.", param);
  const [name = ""] = given;
  const id = text(entry, name) ?? "";
  if (name === "discount") {
    const discount = world.records.discounts.get(id);
    if (!discount || discount.ended) throw missing("discount", id, `${param}[discount]`);
    return discount;
  }
  if (name === "coupon") return { coupon: usableCoupon(world, id, `${param}[coupon]`), code: null };
  return usableCode(world, id, `${param}[promotion_code]`, customer);
}

function usableCoupon(world: World, id: string, param: string): Coupon {
  const coupon = world.records.coupons.get(id);
  if (!coupon || coupon.deleted) throw missing("coupon", id, param);
  if (!isCouponValid(world, coupon))
    throw invalid(`Coupon ${id} is used up and cannot be applied.`, param, "coupon_expired");
  return coupon;
}

export function usableCode(world: World, id: string, param: string, customer: string | null): Redeemable {
  const code = world.records.promotionCodes.get(id);
  if (!code) throw missing("promotion code", id, param);
  const coupon = world.records.coupons.get(code.coupon);
  if (!coupon || !isCodeActive(world, code))
    throw invalid("This promotion code is expired or inactive.", param, "promotion_code_invalid");
  if (code.customer && code.customer !== customer)
    throw invalid("This promotion code cannot be redeemed by this customer.", param, "promotion_code_invalid");
  const hasPaid = world.records.invoices.find((one) => one.customer === customer && one.amount_paid > 0);
  if (code.first_time_transaction && hasPaid)
    throw invalid("This promotion code is only for a customer's first payment.", param, "promotion_code_invalid");
  return { coupon, code };
}

type Owner = Partial<Pick<Discount, "customer" | "subscription" | "invoice" | "checkout_session">>;

/** Counts the redemption and creates the discount; `isPreview` changes nothing. */
export function redeem(world: World, { coupon, code }: Redeemable, owner: Owner, isPreview = false): Discount {
  const start = now(world, owner.customer);
  const months = { interval: "month", interval_count: coupon.duration_in_months ?? 0 } as const;
  const discount: Discount = {
    id: newId("di"),
    coupon: coupon.id,
    promotion_code: code?.id ?? null,
    start,
    end: coupon.duration === "repeating" ? addIntervals(start, months) : null,
    customer: null,
    subscription: null,
    subscription_item: null,
    invoice: null,
    checkout_session: null,
    ...owner,
    ended: false,
  };
  if (isPreview) return discount;
  world.records.discounts.put(discount.id, discount);
  const before = showCoupon(world, coupon);
  world.records.coupons.put(coupon.id, Object.assign(coupon, { times_redeemed: coupon.times_redeemed + 1 }));
  emitChange(world, "coupon.updated", before, showCoupon(world, coupon));
  if (code) {
    const shown = showPromotionCode(world, code);
    world.records.promotionCodes.put(code.id, Object.assign(code, { times_redeemed: code.times_redeemed + 1 }));
    emitChange(world, "promotion_code.updated", shown, showPromotionCode(world, code));
  }
  emit(world, "customer.discount.created", showDiscount(world, discount));
  return discount;
}

/**
 * Replaces all discounts of a subscription by the named ones; an existing discount stays unchanged, including its end.
 */
export function replaceDiscounts(
  world: World,
  subscription: Pick<Subscription, "id" | "customer" | "discounts">,
  wanted: (Redeemable | Discount)[],
): void {
  const owner = { customer: subscription.customer, subscription: subscription.id };
  const ids = wanted.map((one) => (isDiscount(one) ? one : redeem(world, one, owner)).id);
  for (const id of subscription.discounts) if (!ids.includes(id)) endDiscount(world, id);
  subscription.discounts = ids;
}

export function endDiscount(world: World, id: string): void {
  const discount = world.records.discounts.get(id);
  if (!discount || discount.ended) return;
  world.records.discounts.put(id, Object.assign(discount, { ended: true }));
  emit(world, "customer.discount.deleted", showDiscount(world, discount));
}

export interface Discountable {
  amount: number;
  product: string;
  isProration: boolean;
}

/**
 * Returns what each discount deducts from each line. Each discount applies to what earlier ones left, never below zero.
 */
export function discountAmounts(
  world: World,
  lines: Discountable[],
  discounts: Discount[],
): { discount: string; amount: number }[][] {
  const left = lines.map((line) => (line.isProration ? 0 : Math.max(0, line.amount)));
  const taken: { discount: string; amount: number }[][] = lines.map(() => []);
  for (const discount of discounts) {
    const coupon = world.records.coupons.get(discount.coupon);
    if (!coupon) continue;
    const open = lines.map((line, i) => (isEligible(coupon, line) ? (left[i] ?? 0) : 0));
    for (const [i, amount] of sharesOf(coupon, open).entries()) {
      left[i] = (left[i] ?? 0) - amount;
      if (open[i]) taken[i]?.push({ discount: discount.id, amount });
    }
  }
  return taken;
}

function isEligible(coupon: Coupon, line: Discountable): boolean {
  return !line.isProration && (coupon.products === null || coupon.products.includes(line.product));
}

function sharesOf(coupon: Coupon, open: number[]): number[] {
  const percent = coupon.percent_off;
  if (percent !== null) return open.map((amount) => Math.min(amount, Math.round((amount * percent) / 100)));
  const all = open.reduce((total, one) => total + one, 0);
  let toGive = Math.min(coupon.amount_off ?? 0, all);
  let rest = all;
  // Each line gets its share of what is left, so that the cents add up.
  return open.map((amount) => {
    const share = rest === 0 ? 0 : Math.min(amount, Math.round((toGive * amount) / rest));
    toGive -= share;
    rest -= amount;
    return share;
  });
}
