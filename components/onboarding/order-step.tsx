import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Day } from "@/components/format/day";
import { BillingFacts } from "@/components/subscription/billing-facts";
import type { BillingFields } from "@/components/subscription/billing-problems";
import { paidMonths } from "@/components/subscription/plan-price";
import { PlansUnreadable } from "@/components/subscription/plans-unreadable";
import { PortalButton } from "@/components/subscription/portal-button";
import { Banner } from "@/components/ui/banner";
import { formatMoney } from "@/lib/core/money/money";
import { type Day as CalendarDay, formatDay } from "@/lib/core/time/dates";
import type { PlanOffer } from "@/lib/subscriptions/loaders";
import type { PreparedOrder } from "@/lib/subscriptions/orders/loaders";
import { OrderButton } from "./order-button";

/** Shows the whole order before it is placed: what, for how much, from when and on which terms. */
export function OrderStep({
  order,
  contact,
  country,
  hasPaymentFailed,
}: {
  order: PreparedOrder;
  contact: BillingFields;
  /** The name of the country. */
  country: string;
  hasPaymentFailed: boolean;
}) {
  const t = useTranslations("onboarding.order");
  const tp = useTranslations("plans");
  const { plan, offers, trialEndsOn } = order;
  if (typeof offers === "string") return <PlansUnreadable why={offers} href="/app/onboard" />;
  if (!plan) return null;
  return (
    <div className="space-y-5">
      {order.isAwaited ? (
        <Banner
          tone="bad"
          title={t("failedTitle")}
          action={<PortalButton kind="payment_method">{t("otherMethod")}</PortalButton>}
        >
          {t("awaitedText")}
        </Banner>
      ) : hasPaymentFailed ? (
        <Banner tone="bad" title={t("failedTitle")}>
          {t("failedText")}
        </Banner>
      ) : null}
      <div className="rounded-card border p-4 sm:p-5">
        <OrderFacts order={order} plan={plan} billing={<BillingFacts contact={contact} country={country} />} />
      </div>
      <div className="prose-width space-y-2 text-sm text-muted">
        <p>{tp(`note.${plan.base}`, { months: offers.savedMonths[plan.type] })}</p>
        <p>{t("terms")}</p>
      </div>
      {order.isAwaited ? null : <OrderButton hasTrial={trialEndsOn !== undefined} />}
    </div>
  );
}

function OrderFacts({
  order: { payment = "later", trialEndsOn },
  plan,
  billing,
}: {
  order: PreparedOrder;
  plan: PlanOffer;
  billing: ReactNode;
}) {
  const t = useTranslations("onboarding.order");
  const tp = useTranslations("plans");
  const facts = [
    { label: t("plan"), value: `${tp(`name.${plan.type}`)}, ${tp(plan.base).toLowerCase()}` },
    trialEndsOn ? { label: t("trial"), value: <TrialDay day={trialEndsOn} /> } : null,
    { label: t("price"), value: <Price plan={plan} /> },
    { label: t("billing"), value: billing },
    { label: t("payment"), value: t(`paidBy.${payment}`) },
    { label: t("charged"), value: <Charges plan={plan} trialEndsOn={trialEndsOn} payLater={payment === "later"} /> },
  ];
  return (
    <dl className="divide-y">
      {facts.map((fact) =>
        fact ? (
          <div key={fact.label} className="gap-6 py-3 first:pt-0 last:pb-0 sm:grid sm:grid-cols-[11rem_minmax(0,1fr)]">
            <dt className="text-sm text-muted">{fact.label}</dt>
            <dd className="min-w-0">{fact.value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

function TrialDay({ day }: { day: CalendarDay }) {
  const t = useTranslations("onboarding.order");
  return t.rich("trialUntil", { day: () => <Day day={day} /> });
}

function Price({ plan }: { plan: PlanOffer }) {
  const { base, cents, campaign } = plan;
  const t = useTranslations("onboarding.order");
  const tp = useTranslations("plans");
  const locale = useLocale();
  const money = (amount: number) => formatMoney(amount, locale);
  const each = tp(`perPeriod.${base}`);
  if (!campaign) return <span className="font-medium">{`${money(cents)} ${each}`}</span>;
  return (
    <>
      <span className="block font-medium">{`${money(campaign.cents)} ${each}`}</span>
      <span className="block text-sm text-muted">
        {t("campaign", { label: campaign.label, months: paidMonths(plan), amount: money(cents), each })}
      </span>
    </>
  );
}

/** Says how much is debited and when, without tax. */
function Charges({ plan, trialEndsOn, payLater }: { plan: PlanOffer; trialEndsOn?: CalendarDay; payLater: boolean }) {
  const t = useTranslations("onboarding.order");
  const locale = useLocale();
  const amount = formatMoney(plan.campaign?.cents ?? plan.cents, locale);
  const { base } = plan;
  if (!trialEndsOn) return t("chargedNow", { amount, base });
  const day = formatDay(trialEndsOn, locale);
  return t(payLater ? "chargedIfGiven" : "chargedAfterTrial", { amount, base, day });
}
