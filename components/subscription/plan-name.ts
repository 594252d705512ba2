import { useTranslations } from "next-intl";
import type { PlanType, PriceBase } from "@/lib/core/prisma/enums";

/** "Premium, yearly"; without a term the name alone. */
export function usePlanName(): (plan: { type: PlanType; base?: PriceBase }) => string {
  const t = useTranslations();
  return ({ type, base }) => {
    const plan = t(`plans.name.${type}`);
    return base ? t("subscription.plan.named", { plan, base }) : plan;
  };
}
