import type { Coupon, Discount, Price, Product, PromotionCode, Wire } from "./records";
import { now, type World } from "./world";

export function showProduct(_world: World, product: Product): Wire {
  return {
    id: product.id,
    object: "product",
    active: product.active,
    created: product.created,
    default_price: product.default_price,
    description: product.description,
    images: product.images,
    livemode: false,
    marketing_features: [],
    metadata: product.metadata,
    name: product.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: product.statement_descriptor,
    tax_code: product.tax_code,
    tax_details: null,
    type: "service",
    unit_label: product.unit_label,
    updated: product.updated,
    url: product.url,
  };
}

export function showPrice(_world: World, price: Price): Wire {
  return {
    id: price.id,
    object: "price",
    active: price.active,
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: price.lookup_key,
    metadata: price.metadata,
    nickname: price.nickname,
    product: price.product,
    recurring: price.recurring && { ...price.recurring, meter: null, usage_type: "licensed" },
    tax_behavior: price.tax_behavior,
    tiers_mode: null,
    transform_quantity: null,
    type: price.recurring ? "recurring" : "one_time",
    unit_amount: price.unit_amount,
    unit_amount_decimal: String(price.unit_amount),
  };
}

export function isCouponValid(world: World, coupon: Coupon): boolean {
  if (coupon.deleted) return false;
  if (coupon.redeem_by !== null && coupon.redeem_by <= now(world)) return false;
  return coupon.max_redemptions === null || coupon.times_redeemed < coupon.max_redemptions;
}

export function showCoupon(world: World, coupon: Coupon): Wire {
  if (coupon.deleted) return { id: coupon.id, object: "coupon", deleted: true };
  return {
    id: coupon.id,
    object: "coupon",
    amount_off: coupon.amount_off,
    created: coupon.created,
    currency: coupon.currency,
    duration: coupon.duration,
    duration_in_months: coupon.duration_in_months,
    livemode: false,
    max_redemptions: coupon.max_redemptions,
    metadata: coupon.metadata,
    name: coupon.name,
    percent_off: coupon.percent_off,
    redeem_by: coupon.redeem_by,
    times_redeemed: coupon.times_redeemed,
    valid: isCouponValid(world, coupon),
  };
}

export function isCodeActive(world: World, code: PromotionCode): boolean {
  const coupon = world.records.coupons.get(code.coupon);
  if (!code.active || !coupon || !isCouponValid(world, coupon)) return false;
  if (code.expires_at !== null && code.expires_at <= now(world)) return false;
  return code.max_redemptions === null || code.times_redeemed < code.max_redemptions;
}

export function showPromotionCode(world: World, code: PromotionCode): Wire {
  return {
    id: code.id,
    object: "promotion_code",
    active: isCodeActive(world, code),
    code: code.code,
    created: code.created,
    customer: code.customer,
    customer_account: null,
    expires_at: code.expires_at,
    livemode: false,
    max_redemptions: code.max_redemptions,
    metadata: code.metadata,
    promotion: { coupon: code.coupon, type: "coupon" },
    restrictions: {
      first_time_transaction: code.first_time_transaction,
      minimum_amount: code.minimum_amount,
      minimum_amount_currency: code.minimum_amount_currency,
    },
    times_redeemed: code.times_redeemed,
  };
}

export function showDiscount(_world: World, discount: Discount): Wire {
  const { id, coupon, ended: _ended, end, ...more } = discount;
  const shown = { object: "discount", customer_account: null, invoice_item: null, source: { coupon, type: "coupon" } };
  return { id, end, ...more, ...shown };
}
