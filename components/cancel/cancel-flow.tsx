"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useAction } from "@/components/action/use-action";
import { Button, buttonClass } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { cancelFlowAction } from "@/lib/subscriptions/actions";
import { CANCEL_REASONS, type CancelAction, type CancelReason } from "@/lib/subscriptions/cancel/rules";
import type { CancelFlow as Flow } from "@/lib/subscriptions/loaders";
import { AlreadyCancelled } from "./already-cancelled";
import { CancelCard } from "./cancel-card";
import type { Decide } from "./decide";
import { DiscountCard } from "./discount-card";
import { Impact } from "./impact";
import { PauseCard } from "./pause-card";
import { SupportCard } from "./support-card";
import { SwitchCard } from "./switch-card";
import { useWayBack } from "./use-way-back";

/**
 * Asks why somebody wants to cancel, then shows what can be done about it. The cancellation itself is always the last
 * card and never hidden.
 */
export function CancelFlow({
  flow,
  supportEmail,
  customerId,
}: {
  flow: Flow;
  supportEmail: string;
  customerId: string;
}) {
  const t = useTranslations("cancel");
  const [reason, setReason] = useState<CancelReason>();
  const { busy, refusal, run } = useAction<void>();
  const [pending, setPending] = useState<CancelAction>();
  const { done, leave } = useWayBack();

  if (done)
    return (
      <div role="status" className="rounded-card bg-good-soft p-6">
        <p className="text-lg font-semibold">{t(`done.${done}`)}</p>
        <p className="mt-1 text-muted">{t("takenBack")}</p>
      </div>
    );
  if (flow.endsAt) return <AlreadyCancelled endsAt={flow.endsAt} />;
  if (!reason)
    return (
      <>
        <Impact flow={flow} />
        <ReasonForm onChoose={setReason} supportEmail={supportEmail} />
      </>
    );

  const decide: Decide = (actionId, metadata = {}) => {
    setPending(actionId);
    run(
      () => cancelFlowAction({ reasonId: reason, actionId, metadata }),
      () => leave(actionId),
    );
  };
  const card = (action: CancelAction) => ({ decide, busy: busy && pending === action, disabled: busy });
  const cards: Record<CancelAction, React.ReactNode> = {
    discount: flow.coupon ? (
      <DiscountCard {...card("discount")} coupon={flow.coupon} plan={flow.plan} key="discount" />
    ) : null,
    pause: <PauseCard {...card("pause")} pauses={flow.pauses} key="pause" />,
    switch_plan: (
      <SwitchCard {...card("switch_plan")} targets={flow.targets[reason]} plan={flow.plan} flow={flow} key="switch" />
    ),
    contact_support: (
      <SupportCard reason={reason} email={supportEmail} customerId={customerId} onOpen={leave} key="support" />
    ),
    cancel: <CancelCard {...card("cancel")} endsAt={flow.periodEndsAt} isUnpaid={flow.isUnpaid} key="cancel" />,
  };
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">
          {t("yourReason")} <strong className="text-ink">{t(`reasons.${reason}.title`)}</strong>
        </p>
        <Button tone="quiet" size="small" onClick={() => setReason(undefined)} disabled={busy}>
          {t("changeReason")}
        </Button>
      </div>
      <h2 className="mb-3 text-lg">{t("offersTitle")}</h2>
      {refusal ? (
        <div role="alert" className="mb-4 rounded-card bg-bad-soft p-4">
          <p className="font-medium text-bad">{t("failed")}</p>
          <p className="mt-1 text-sm">{t("failedHelp", { email: supportEmail })}</p>
        </div>
      ) : null}
      <div className="space-y-4">{flow.offers[reason].map((action) => cards[action])}</div>
      <BackAndSupport supportEmail={supportEmail} />
    </>
  );
}

function ReasonForm({ onChoose, supportEmail }: { onChoose: (reason: CancelReason) => void; supportEmail: string }) {
  const t = useTranslations("cancel");
  const [isMissing, setIsMissing] = useState(false);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).get("reason");
    const reason = CANCEL_REASONS.find((one) => one === chosen);
    setIsMissing(!reason);
    if (reason) onChoose(reason);
    else event.currentTarget.querySelector<HTMLInputElement>("input")?.focus();
  }

  return (
    <form method="post" onSubmit={submit} noValidate>
      <fieldset aria-describedby={isMissing ? "reason-error" : undefined}>
        <legend className="mb-3 text-lg font-semibold">{t("reasonTitle")}</legend>
        <div className="space-y-2">
          {CANCEL_REASONS.map((reason) => (
            <label
              key={reason}
              className="flex cursor-pointer items-start gap-3 rounded-card border bg-surface p-4 has-checked:border-action has-checked:bg-action-soft"
            >
              <input type="radio" name="reason" value={reason} className="mt-1 size-4 accent-action" />
              <span>
                <span className="block font-medium">{t(`reasons.${reason}.title`)}</span>
                <span className="block text-sm text-muted">{t(`reasons.${reason}.text`)}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <FieldError id="reason-error" text={isMissing ? t("reasonMissing") : undefined} />
      <div className="mt-6">
        <Button type="submit" tone="primary">
          {t("continue")}
        </Button>
      </div>
      <BackAndSupport supportEmail={supportEmail} />
    </form>
  );
}

function BackAndSupport({ supportEmail }: { supportEmail: string }) {
  const t = useTranslations("cancel");
  return (
    <div className="mt-8 flex flex-wrap items-center justify-between gap-4 border-t pt-6">
      <Link href="/app" className={buttonClass("plain", "normal")}>
        {t("back")}
      </Link>
      <p className="text-sm text-muted">
        {t.rich("support", {
          email: supportEmail,
          a: (chunks) => (
            <a href={`mailto:${supportEmail}`} className="text-action underline underline-offset-4">
              {chunks}
            </a>
          ),
        })}
      </p>
    </div>
  );
}
