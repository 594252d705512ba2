import type { Api, Call } from "./api";
import { isCodeActive, showCoupon, showPromotionCode } from "./catalog-shapes";
import { invalid, missing } from "./errors";
import { emit, emitChange } from "./events";
import { listOf } from "./lists";
import { count, flag, group, kept, mergedMetadata, text, texts } from "./params";
import { livingCustomer } from "./people-records";
import type { Coupon, PromotionCode, Wire } from "./records";
import { newId, now, randomText, type World } from "./world";

export function couponRoutes(api: Api): void {
  api.on("POST", "/v1/coupons", "CouponCreateParams", createCoupon);
  api.on("GET", "/v1/coupons", "CouponListParams", (call) => {
    const docs = call.world.records.coupons.filter((one) => !one.deleted);
    return listOf(call, { docs, what: "coupon", show: (one) => showCoupon(call.world, one) });
  });
  api.on("GET", "/v1/coupons/:id", "CouponRetrieveParams", ({ world, id }) => showCoupon(world, couponOf(world, id)));
  api.on("POST", "/v1/coupons/:id", "CouponUpdateParams", ({ world, id, params }) => {
    const coupon = couponOf(world, id);
    const before = showCoupon(world, coupon);
    coupon.name = kept(params, "name", coupon.name);
    coupon.metadata = mergedMetadata(params, coupon.metadata);
    world.records.coupons.put(id, coupon);
    emitChange(world, "coupon.updated", before, showCoupon(world, coupon));
    return showCoupon(world, coupon);
  });
  api.on("DELETE", "/v1/coupons/:id", "CouponDeleteParams", ({ world, id }) => {
    const coupon = couponOf(world, id);
    const before = showCoupon(world, coupon);
    world.records.coupons.put(id, Object.assign(coupon, { deleted: true }));
    emit(world, "coupon.deleted", before);
    return showCoupon(world, coupon);
  });
  api.on("POST", "/v1/promotion_codes", "PromotionCodeCreateParams", createCode);
  api.on("GET", "/v1/promotion_codes", "PromotionCodeListParams", listCodes);
  api.on("GET", "/v1/promotion_codes/:id", "PromotionCodeRetrieveParams", ({ world, id }) =>
    showPromotionCode(world, codeOf(world, id)),
  );
  api.on("POST", "/v1/promotion_codes/:id", "PromotionCodeUpdateParams", ({ world, id, params }) => {
    const code = codeOf(world, id);
    const before = showPromotionCode(world, code);
    code.active = flag(params, "active") ?? code.active;
    code.metadata = mergedMetadata(params, code.metadata);
    world.records.promotionCodes.put(id, code);
    emitChange(world, "promotion_code.updated", before, showPromotionCode(world, code));
    return showPromotionCode(world, code);
  });
}

function couponOf(world: World, id: string, param = "id"): Coupon {
  const coupon = world.records.coupons.get(id);
  if (!coupon || coupon.deleted) throw missing("coupon", id, param);
  return coupon;
}

function codeOf(world: World, id: string): PromotionCode {
  const code = world.records.promotionCodes.get(id);
  if (!code) throw missing("promotion code", id);
  return code;
}

function createCoupon({ world, params }: Call): Wire {
  const id = text(params, "id") ?? randomText(8);
  if (world.records.coupons.get(id)?.deleted === false)
    throw invalid("Coupon already exists.", "id", "resource_already_exists");
  const percent = count(params, "percent_off") ?? null;
  const amount = count(params, "amount_off") ?? null;
  if ((percent === null) === (amount === null))
    throw invalid("You must pass exactly one of percent_off or amount_off.", "percent_off", "parameter_missing");
  if (percent !== null && !(percent > 0 && percent <= 100))
    throw invalid("Percent off must be greater than 0 and at most 100.", "percent_off");
  if (amount !== null && amount < 1)
    throw invalid("Invalid positive integer", "amount_off", "parameter_invalid_integer");
  if (amount !== null && !text(params, "currency"))
    throw invalid("You must pass currency when passing amount_off.", "currency", "parameter_missing");
  const duration = (text(params, "duration") ?? "once") as Coupon["duration"];
  const months = count(params, "duration_in_months") ?? null;
  if ((duration === "repeating") !== (months !== null))
    throw invalid("duration_in_months goes with duration=repeating, and only with it.", "duration_in_months");
  if (months !== null && months < 1)
    throw invalid("Invalid positive integer", "duration_in_months", "parameter_invalid_integer");
  const coupon = newCoupon(world, {
    id,
    metadata: mergedMetadata(params),
    name: text(params, "name") ?? null,
    percent_off: percent,
    amount_off: amount,
    currency: amount === null ? null : (text(params, "currency")?.toLowerCase() ?? null),
    duration,
    duration_in_months: months,
    products: texts(group(params, "applies_to") ?? {}, "products") ?? null,
    max_redemptions: count(params, "max_redemptions") ?? null,
    redeem_by: count(params, "redeem_by") ?? null,
  });
  return showCoupon(world, coupon);
}

export function newCoupon(world: World, made: Omit<Coupon, "created" | "deleted" | "times_redeemed">): Coupon {
  const coupon = { ...made, created: now(world), deleted: false, times_redeemed: 0 };
  world.records.coupons.put(coupon.id, coupon);
  emit(world, "coupon.created", showCoupon(world, coupon));
  return coupon;
}

function createCode({ world, params }: Call): Wire {
  const coupon = couponOf(world, text(group(params, "promotion") ?? {}, "coupon") ?? "", "promotion[coupon]");
  const code = (text(params, "code") ?? randomText(8)).toUpperCase();
  if (!/^[A-Z0-9-]+$/.test(code)) throw invalid("A promotion code may only hold letters, digits and dashes.", "code");
  const customer = text(params, "customer");
  if (customer) livingCustomer(world, customer, "customer");
  const same = world.records.promotionCodes.find(
    (one) => one.code === code && isCodeActive(world, one) && (one.customer === null || one.customer === customer),
  );
  if (same)
    throw invalid(
      "An active promotion code with `code: ".concat(code, "` already exists."),
      "code",
      "resource_already_exists",
    );
  const restrictions = group(params, "restrictions") ?? {};
  const made = newCode(world, coupon.id, code, {
    active: flag(params, "active") ?? true,
    customer: customer ?? null,
    expires_at: count(params, "expires_at") ?? null,
    max_redemptions: count(params, "max_redemptions") ?? null,
    first_time_transaction: flag(restrictions, "first_time_transaction") ?? false,
    minimum_amount: count(restrictions, "minimum_amount") ?? null,
    minimum_amount_currency: text(restrictions, "minimum_amount_currency") ?? null,
    metadata: mergedMetadata(params),
  });
  return showPromotionCode(world, made);
}

export function newCode(world: World, coupon: string, code: string, more: Partial<PromotionCode> = {}): PromotionCode {
  const made: PromotionCode = {
    id: newId("promo"),
    created: now(world),
    metadata: {},
    code,
    coupon,
    active: true,
    customer: null,
    expires_at: null,
    max_redemptions: null,
    times_redeemed: 0,
    first_time_transaction: false,
    minimum_amount: null,
    minimum_amount_currency: null,
    ...more,
  };
  world.records.promotionCodes.put(made.id, made);
  emit(world, "promotion_code.created", showPromotionCode(world, made));
  return made;
}

function listCodes(call: Call): Wire {
  const { world, params } = call;
  const code = text(params, "code")?.toUpperCase();
  const active = flag(params, "active");
  const coupon = text(params, "coupon");
  const customer = text(params, "customer");
  const docs = world.records.promotionCodes.filter(
    (one) =>
      (!code || one.code.toUpperCase() === code) &&
      (active === undefined || isCodeActive(world, one) === active) &&
      (!coupon || one.coupon === coupon) &&
      (!customer || one.customer === customer),
  );
  return listOf(call, { docs, what: "promotion code", show: (one) => showPromotionCode(world, one) });
}
