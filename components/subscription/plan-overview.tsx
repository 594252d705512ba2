import { useLocale, useTranslations } from "next-intl";
import { Day } from "@/components/format/day";
import { buttonClass } from "@/components/ui/button";
import { type Fact, Facts } from "@/components/ui/facts";
import { Link } from "@/components/ui/link";
import { Pill, type Tone } from "@/components/ui/pill";
import { formatMoney } from "@/lib/core/money/money";
import { dayOf, formatDay } from "@/lib/core/time/dates";
import { isInForce } from "@/lib/subscriptions/contract/rules";
import type { SubscriptionPage, TrialView } from "@/lib/subscriptions/loaders";
import type { ContractDiscount } from "@/lib/subscriptions/types";
import { PendingChanges } from "./pending-changes";
import { usePlanName } from "./plan-name";

type Status = NonNullable<SubscriptionPage["status"]>;

const TONES: Record<Status, Tone> = {
  active: "good",
  trialing: "info",
  past_due: "bad",
  unpaid: "bad",
  incomplete: "wait",
  incomplete_expired: "quiet",
  paused: "quiet",
  cancelled: "quiet",
};

/** Shows the current or last subscription: plan, status, dates and planned changes. */
export function PlanOverview({
  subscription,
  trial,
  isOwner,
}: {
  subscription: SubscriptionPage;
  trial?: TrialView;
  isOwner: boolean;
}) {
  const t = useTranslations("subscription");
  const nameOf = usePlanName();
  const { plan, planType, status, hasTrialLapsed } = subscription;
  // An unpaid subscription is locked here, yet it continues at the vendor until it is cancelled.
  const canBeLeft = isInForce(status) || status === "unpaid";
  const isExternal = subscription.contractType === "EXTERNAL";
  const state = hasTrialLapsed
    ? "lapsed"
    : isExternal
      ? subscription.entitlement.lock
        ? "cancelled"
        : "external"
      : status;
  const name = plan ? nameOf(plan) : planType ? nameOf({ type: planType }) : undefined;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-lg font-semibold">{name ?? t("plan.none")}</p>
        {state ? <Pill tone={toneOf(state, status)}>{t(`status.${state}.word`)}</Pill> : null}
      </div>
      {state ? <p className="prose-width mt-1 text-muted">{t(`status.${state}.text`)}</p> : null}
      {isExternal && !subscription.entitlement.lock ? <p className="prose-width mt-3">{t("plan.external")}</p> : null}
      <PendingChanges subscription={subscription} isOwner={isOwner} />
      <div className="mt-5 empty:hidden">
        <OverviewFacts subscription={subscription} trial={trial} />
      </div>
      {isOwner && canBeLeft && !subscription.endsAt ? (
        <p className="mt-5 border-t pt-4">
          <Link href="/subscription/cancel" prefetch={false} className={buttonClass("quiet", "small", "-ml-3")}>
            {t("plan.cancel")}
          </Link>
        </p>
      ) : null}
    </>
  );
}

function toneOf(state: Status | "lapsed" | "external", status: Status | null): Tone {
  if (state === "external") return "good";
  return status && state !== "lapsed" ? TONES[status] : "quiet";
}

function OverviewFacts({ subscription, trial }: { subscription: SubscriptionPage; trial?: TrialView }) {
  const t = useTranslations("subscription.plan");
  const locale = useLocale();
  const { plan, status, periodEndsAt, endsAt, endedAt, discount, next, trialEndsAt } = subscription;
  const isPaying = status === "active" || status === "past_due" || status === "unpaid";
  const on = (at: string) => <Day day={dayOf(new Date(at))} />;
  const facts: (Fact | null)[] = [
    plan
      ? { label: t("fact.price"), value: t("price", { amount: formatMoney(plan.cents, locale), base: plan.base }) }
      : null,
    status === "trialing" && trialEndsAt
      ? {
          label: t("fact.trial"),
          value: (
            <>
              {on(trialEndsAt)}
              {trial ? <span className="text-muted"> · {t("fact.trialLeft", { days: trial.daysLeft })}</span> : null}
            </>
          ),
        }
      : null,
    isPaying && periodEndsAt && !endsAt && !next && !subscription.isPaused
      ? { label: t("fact.renews"), value: on(periodEndsAt) }
      : null,
    endsAt && !endedAt ? { label: t("fact.ends"), value: on(endsAt) } : null,
    endedAt ? { label: t("fact.ended"), value: on(endedAt) } : null,
    discount && !endedAt ? { label: t("fact.discount"), value: <Discount discount={discount} /> } : null,
  ];
  return facts.some(Boolean) ? <Facts facts={facts} /> : null;
}

function Discount({ discount }: { discount: ContractDiscount }) {
  const t = useTranslations("subscription.plan");
  const locale = useLocale();
  const { percentOff, amountOffCents, endsAt } = discount;
  const off =
    percentOff === null
      ? t("amountOff", { amount: formatMoney(amountOffCents ?? 0, locale) })
      : t("percentOff", { percent: percentOff });
  if (!endsAt) return t("forever", { discount: off });
  return t("until", { discount: off, day: formatDay(dayOf(new Date(endsAt)), locale) });
}
