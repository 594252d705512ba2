import { useLocale, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { Banner } from "@/components/ui/banner";
import { dayOf, formatDay } from "@/lib/core/time/dates";
import { undoAction } from "@/lib/subscriptions/actions";
import { isInForce } from "@/lib/subscriptions/contract/rules";
import type { SubscriptionPage } from "@/lib/subscriptions/loaders";
import { usePlanName } from "./plan-name";

/** Shows a planned cancellation, pause or change of plan, each with a button to undo it, or a trial about to lapse. */
export function PendingChanges({ subscription, isOwner }: { subscription: SubscriptionPage; isOwner: boolean }) {
  const t = useTranslations("subscription");
  const tt = useTranslations("client.trial");
  const locale = useLocale();
  const nameOf = usePlanName();
  const on = (at: string) => formatDay(dayOf(new Date(at)), locale, true);
  const { endsAt, endedAt, isPaused, pausedUntil, next, status, trialEndsAt, paymentMethod } = subscription;
  if (endedAt || subscription.contractType === "EXTERNAL") return null;
  const isRunning = isInForce(status) || status === "unpaid";
  const undo = (what: "cancel" | "pause" | "change", texts: "cancelled" | "pause" | "next") =>
    isOwner && isRunning ? (
      <ActionButton action={undoAction.bind(null, { what })} size="small" done={t(`${texts}.done`)}>
        {t(`${texts}.undo`)}
      </ActionButton>
    ) : undefined;
  return (
    <div className="mt-4 space-y-3 empty:hidden">
      {endsAt ? (
        <Banner tone="wait" title={t("cancelled.title", { day: on(endsAt) })} action={undo("cancel", "cancelled")}>
          {t("cancelled.text")}
        </Banner>
      ) : null}
      {status === "trialing" && trialEndsAt && !paymentMethod && !endsAt ? (
        <Banner tone="wait" title={t("unpaidTrial")}>
          {tt("endingUnpaid", { day: on(trialEndsAt) })}
        </Banner>
      ) : null}
      {isPaused ? (
        <Banner
          tone="info"
          title={pausedUntil ? t("pause.title", { day: on(pausedUntil) }) : t("pause.titleOpen")}
          action={undo("pause", "pause")}
        >
          {t("pause.text")}
        </Banner>
      ) : null}
      {next && !endsAt ? (
        <Banner
          tone="info"
          title={t("next.title", { plan: nameOf(next), day: on(next.at) })}
          action={undo("change", "next")}
        >
          {t("next.text")}
        </Banner>
      ) : null}
    </div>
  );
}
