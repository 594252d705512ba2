"use client";

import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { formatMoney } from "@/lib/core/money/money";
import { monthlyEquivalent } from "@/lib/subscriptions/contract/rules";
import type { CancelFlow } from "@/lib/subscriptions/loaders";
import type { Plan } from "@/lib/subscriptions/types";
import { OfferCard, type OfferProps } from "./offer-card";
import { useDayText } from "./use-day-text";

/**
 * Offers another plan. A cheaper plan begins when the paid period is over, a dearer one at once; in a trial both begin
 * at once.
 */
export function SwitchCard({
  targets,
  plan,
  flow,
  decide,
  busy,
  disabled,
}: OfferProps & { targets: Plan[]; plan: Plan; flow: CancelFlow }) {
  const t = useTranslations("cancel.switch");
  const locale = useLocale();
  const dayText = useDayText();
  const [isMissing, setIsMissing] = useState(false);
  const isCheaper = targets.some((target) => monthlyEquivalent(target) < monthlyEquivalent(plan));
  const other = targets.every((target) => target.type === plan.type) ? targets[0] : undefined;
  const title = other ? t(`titleBase.${other.base}`) : t(isCheaper ? "titleCheaper" : "titlePremium");
  const waits = isCheaper && !flow.isTrial && flow.periodEndsAt;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const targetPriceId = String(new FormData(event.currentTarget).get("plan") ?? "");
    setIsMissing(!targetPriceId);
    if (targetPriceId) decide("switch_plan", { targetPriceId });
  }

  return (
    <form method="post" onSubmit={submit} noValidate>
      <OfferCard
        title={title}
        text={
          waits && flow.periodEndsAt
            ? t("textLater", { day: dayText(flow.periodEndsAt) })
            : t(flow.isTrial ? "textTrial" : "textNow")
        }
        action={
          <Button type="submit" busy={busy} disabled={disabled}>
            {t("button")}
          </Button>
        }
      >
        <fieldset aria-describedby={isMissing ? "switch-error" : undefined}>
          <legend className="sr-only">{t("plans")}</legend>
          <div className="space-y-1">
            {targets.map((target) => (
              <label key={target.priceId} className="flex min-h-11 items-center gap-3 text-sm sm:min-h-9">
                <input type="radio" name="plan" value={target.priceId} className="size-4 shrink-0 accent-action" />
                <span className="flex flex-wrap gap-x-2">
                  <span className="font-medium">{t(`name.${target.type}.${target.base}`)}</span>
                  <span className="text-muted tabular-nums">
                    {t(`price.${target.base}`, {
                      price: formatMoney(target.cents, locale),
                      month: formatMoney(Math.round(monthlyEquivalent(target)), locale),
                    })}
                  </span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <FieldError id="switch-error" text={isMissing ? t("missing") : undefined} />
      </OfferCard>
    </form>
  );
}
