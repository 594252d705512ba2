"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { buttonClass } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatMoney } from "@/lib/core/money/money";
import type { PlanType, PriceBase } from "@/lib/core/prisma/enums";
import { dayOf, formatDay } from "@/lib/core/time/dates";
import { choosePlanAction, openOrderAction, openUpgradeAction } from "@/lib/subscriptions/actions";
import { startsLater } from "@/lib/subscriptions/contract/rules";
import type { PlanOffers } from "@/lib/subscriptions/loaders";
import { SUBSCRIPTION_PATH } from "./places";
import { usePlanName } from "./plan-name";
import { PricingTable } from "./pricing-table";

interface Choice {
  type: PlanType;
  base: PriceBase;
}

/** Lists the plans; choosing one opens the vendor's page. A change of the current plan is explained first. */
export function PlanChoice({
  offers,
  mayOrder,
  isTrial,
  periodEndsAt,
}: {
  offers: PlanOffers;
  mayOrder: boolean;
  isTrial: boolean;
  periodEndsAt?: string;
}) {
  const t = useTranslations("subscription.change");
  const { busy, refusal, clear, run } = useAction<{ url: string }>();
  const [asked, setAsked] = useState<Choice>();
  const leave = ({ url }: { url: string }) => window.location.assign(url);

  function order(choice: Choice): void {
    run(async () => {
      const chosen = await choosePlanAction(choice);
      return chosen.ok ? await openOrderAction({ returnPath: SUBSCRIPTION_PATH }) : chosen;
    }, leave);
  }

  function choose(choice: Choice): void {
    clear();
    if (offers.current) setAsked(choice);
    else order(choice);
  }

  const problem = <RefusalText refusal={refusal} />;
  return (
    <>
      <PricingTable offers={offers} onChoose={mayOrder ? choose : undefined} busy={busy} />
      {asked ? null : problem}
      {refusal?.code === "billing_details_missing" ? (
        <a href="#billing" className={buttonClass("plain", "small", "mt-3")}>
          {t("toBilling")}
        </a>
      ) : null}
      {asked ? (
        <SwitchDialog
          {...{ offers, isTrial, periodEndsAt, busy, problem }}
          choice={asked}
          onClose={() => {
            setAsked(undefined);
            clear();
          }}
          onConfirm={() => run(() => openUpgradeAction({ ...asked, returnPath: SUBSCRIPTION_PATH }), leave)}
        />
      ) : null}
    </>
  );
}

/** Says, before the vendor's page opens, when the new plan begins and what it costs. */
function SwitchDialog({
  offers,
  choice,
  isTrial,
  periodEndsAt,
  busy,
  problem,
  onClose,
  onConfirm,
}: {
  offers: PlanOffers;
  choice: Choice;
  isTrial: boolean;
  periodEndsAt?: string;
  busy: boolean;
  problem: React.ReactNode;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const t = useTranslations("subscription");
  const locale = useLocale();
  const nameOf = usePlanName();
  const { current } = offers;
  const target = offers.plans.find((one) => one.type === choice.type && one.base === choice.base);
  if (!current || !target) return null;
  const isLater = startsLater(current, target);
  const when = isTrial ? (isLater ? "laterInTrial" : "nowInTrial") : isLater ? "later" : "now";
  const day = periodEndsAt ? formatDay(dayOf(new Date(periodEndsAt)), locale, true) : "";
  const price = t("plan.price", { amount: formatMoney(target.cents, locale), base: target.base });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      tone="primary"
      busy={busy}
      problem={problem}
      confirmation={{
        title: t("change.ask", { plan: nameOf(target) }),
        body: (
          <>
            <p>{t(`change.${when}`, { day, price })}</p>
            {current.type === "premium" && target.type === "basic" ? <p>{t("change.losing")}</p> : null}
          </>
        ),
        confirm: t("change.confirm"),
        cancel: t("change.stay"),
      }}
      onConfirm={onConfirm}
    />
  );
}
