import { screen } from "@testing-library/react";
import { CancelFlow } from "@/components/cancel/cancel-flow";
import type { Locale } from "@/lib/core/locales";
import { type CancelFacts, type CancelReason, offeredActions, targetPlans } from "@/lib/subscriptions/cancel/rules";
import type { CancelFlow as Flow } from "@/lib/subscriptions/loaders";
import { PREMIUM, PREMIUM_YEARLY, STANDARD, STANDARD_YEARLY } from "./plan-offers";
import { readText, show, startingWith } from "./screen";

const PLANS = [STANDARD, STANDARD_YEARLY, PREMIUM, PREMIUM_YEARLY];
const COUPON = { couponId: "BLEIBEN50", campaignCode: "STAY", label: "Stay", cents: 1_295, months: 12 };

const byReason = <T,>(of: (reason: CancelReason) => T): Record<CancelReason, T> => ({
  too_expensive: of("too_expensive"),
  missing_features: of("missing_features"),
  not_using: of("not_using"),
  other: of("other"),
});

/** Returns what the loader returns for these facts; the offers follow from the product's own rules. */
export function flowOf({ facts = {}, ...rest }: Partial<Flow> & { facts?: Partial<CancelFacts> } = {}): Flow {
  const all: CancelFacts = {
    plan: PREMIUM,
    plans: PLANS,
    pauseAllowed: true,
    discountAllowed: true,
    actionsRestricted: false,
    isPaused: false,
    isCouponActive: false,
    ...facts,
  };
  return {
    plan: all.plan,
    periodEndsAt: "2026-12-14T23:30:00.000Z",
    isTrial: false,
    isUnpaid: false,
    offers: byReason((reason) => offeredActions(reason, all)),
    targets: byReason((reason) => targetPlans(reason, all)),
    pauses: [1, 2],
    coupon: COUPON,
    summary: {
      invoices: { openCount: 1, totalCount: 7, hash: "0" },
      mandates: { openCount: 0, totalCount: 1, hash: "0" },
    },
    ...rest,
  };
}

export function openFlow(flow: Flow, locale: Locale = "en") {
  const shown = show(<CancelFlow flow={flow} supportEmail="support@einzug.example" customerId="cus_1" />, locale);
  const { user, t } = shown;
  const proceed = () => user.click(screen.getByRole("button", { name: t("cancel.continue") }));
  const give = async (reason: CancelReason) => {
    await user.click(screen.getByRole("radio", { name: startingWith(t(`cancel.reasons.${reason}.title`)) }));
    await proceed();
  };
  return { ...shown, proceed, give, headings: () => screen.getAllByRole("heading", { level: 3 }).map(readText) };
}
