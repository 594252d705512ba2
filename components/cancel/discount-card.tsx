"use client";

import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { formatMoney } from "@/lib/core/money/money";
import type { CancelFlow } from "@/lib/subscriptions/loaders";
import type { Plan } from "@/lib/subscriptions/types";
import { OfferCard, type OfferProps } from "./offer-card";

export function DiscountCard({
  coupon,
  plan,
  decide,
  busy,
  disabled,
}: OfferProps & { coupon: NonNullable<CancelFlow["coupon"]>; plan: Plan }) {
  const t = useTranslations("cancel");
  const locale = useLocale();
  const { couponId, campaignCode, cents, months } = coupon;
  return (
    <OfferCard
      title={t("discount.title", { months })}
      text={t(`discount.text.${plan.base}`, {
        now: formatMoney(cents, locale),
        before: formatMoney(plan.cents, locale),
        months,
      })}
      action={
        <Button
          tone="primary"
          busy={busy}
          disabled={disabled}
          onClick={() => decide("discount", { couponId, campaignCode })}
        >
          {t("discount.button")}
        </Button>
      }
    />
  );
}
