import { useLocale, useTranslations } from "next-intl";
import { formatMoney } from "@/lib/core/money/money";
import type { PlanOffer } from "@/lib/subscriptions/loaders";

/** Shows what a plan costs, and every change of that price. The order summary uses it too. */
export function PlanPrice({ plan, trialDays }: { plan: PlanOffer; trialDays: number }) {
  const t = useTranslations("plans");
  const locale = useLocale();
  const { base, cents, campaign } = plan;
  const money = (amount: number) => formatMoney(amount, locale);
  const first = campaign?.cents ?? cents;
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="figure text-2xl font-semibold">{money(first)}</span>
        {campaign ? (
          <span className="text-muted">
            <span className="sr-only">{t("instead")} </span>
            <s className="figure">{money(cents)}</s>
          </span>
        ) : null}
        <span className="text-sm text-muted">{t(`perPeriod.${base}`)}</span>
      </p>
      <div className="mt-1 space-y-0.5 text-sm text-muted">
        {base === "yearly" ? (
          <p>
            {campaign
              ? t("equivalentOfCampaign", { amount: money(first / 12), full: money(cents / 12) })
              : t("equivalent", { amount: money(cents / 12) })}
          </p>
        ) : null}
        {campaign ? (
          <p className="font-medium text-good">
            {t("campaign", { label: campaign.label, months: paidMonths(plan), amount: money(cents), base })}
          </p>
        ) : null}
        {trialDays > 0 ? (
          <p className="font-medium text-ink">{t("trial", { days: trialDays, amount: money(first) })}</p>
        ) : null}
      </div>
    </div>
  );
}

/**
 * Returns for how many months a campaign lowers the price. A year is paid at once, so a campaign of some months lowers
 * the price of the whole year.
 */
export function paidMonths({ base, campaign }: PlanOffer): number {
  const months = campaign?.months ?? 0;
  return base === "yearly" ? Math.ceil(months / 12) * 12 : months;
}
