import { useTranslations } from "next-intl";
import type { PlanType, PriceBase } from "@/lib/core/prisma/enums";

/** Returns a function that names a plan: "Premium, yearly", or the name alone without an interval. */
export function usePlanName(): (plan: { type: PlanType; base?: PriceBase }) => string {
  const t = useTranslations();
  return ({ type, base }) => {
    const plan = t(`plans.name.${type}`);
    return base ? t("subscription.plan.named", { plan, base }) : plan;
  };
}
