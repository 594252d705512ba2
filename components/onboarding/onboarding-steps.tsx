import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ExternalSchedulesNotice } from "@/components/connections/engines-notice";
import { VerificationWarning } from "@/components/connections/verification-warning";
import type { BillingFields } from "@/components/subscription/billing-problems";
import { PlansUnreadable } from "@/components/subscription/plans-unreadable";
import { Banner } from "@/components/ui/banner";
import type { ConnectionView } from "@/lib/connections/loaders";
import type { Onboarding } from "@/lib/onboarding/loaders";
import { isReachable, ONBOARDING_STEPS, type OnboardingStep } from "@/lib/onboarding/rules";
import type { PreparedOrder } from "@/lib/subscriptions/orders/loaders";
import { isAccountingSystem, isFileBasedSystem, marksOf } from "@/lib/vendors/rules";
import { BillingStep } from "./billing-step";
import { ConnectResult, ConnectStep } from "./connect-step";
import { OrderStep } from "./order-step";
import { PaymentStep } from "./payment-step";
import { PlanStep } from "./plan-step";
import { Step, type StepState } from "./step";

export interface OnboardingFacts {
  onboarding: Onboarding;
  open: OnboardingStep;
  connections: ConnectionView[];
  /** Number of mandates at GoCardless that can be used already. */
  mandates: number;
  contact: BillingFields;
  countries: { value: string; label: string }[];
  isOwner: boolean;
  /** Undefined until both systems are connected; the order is not shown before that. */
  order?: PreparedOrder;
}

/** Shows the six steps in order: done steps with their result, one open step, later steps locked. */
export function OnboardingSteps(facts: OnboardingFacts) {
  const t = useTranslations("onboarding.booksText");
  // A connected system has its own text, which no longer asks for a choice.
  const booksText = ({ type, status }: ConnectionView) =>
    status === "connected"
      ? t(marksOf(type) === "document" ? "documents" : isFileBasedSystem(type) ? "filed" : "asked")
      : undefined;
  const { onboarding, open, connections, mandates } = facts;
  return (
    <ol className="divide-y rounded-card border bg-surface">
      {ONBOARDING_STEPS.map((step, index) => {
        const state: StepState = {
          step,
          number: index + 1,
          isOpen: step === open,
          isDone: onboarding.done.includes(step),
          isReachable: isReachable(step, onboarding.current),
        };
        const candidates = connections.filter(({ type }) =>
          step === "books" ? isAccountingSystem(type) : type === step,
        );
        const connection = candidates.find(({ status }) => status === "connected") ?? candidates[0];
        if (!connection)
          return (
            <Step key={step} state={state} result={<Result step={step} facts={facts} />}>
              {facts.isOwner ? <OwnersStep step={step} facts={facts} /> : <OwnerOnly />}
            </Step>
          );
        return (
          <Step
            key={step}
            state={state}
            result={<ConnectResult connection={connection} mandates={mandates} />}
            text={isAccountingSystem(connection.type) ? booksText(connection) : undefined}
            notes={<Notes connection={connection} />}
          >
            <div className={candidates.length > 1 ? "grid gap-4 lg:grid-cols-2" : undefined}>
              {candidates.map((one) => (
                <ConnectStep key={one.type} connection={one} mandates={mandates} isChoice={candidates.length > 1} />
              ))}
            </div>
          </Step>
        );
      })}
    </ol>
  );
}

function Notes({ connection }: { connection: ConnectionView }) {
  return (
    <>
      <VerificationWarning connection={connection} />
      <ExternalSchedulesNotice connection={connection} />
    </>
  );
}

function OwnersStep({ step, facts }: { step: OnboardingStep; facts: OnboardingFacts }): ReactNode {
  const { order, contact, countries, onboarding } = facts;
  if (!order) return null;
  if (step === "plan") {
    const { offers } = order;
    return typeof offers === "string" ? (
      <PlansUnreadable why={offers} href="/app/onboard" />
    ) : (
      <PlanStep offers={offers} />
    );
  }
  if (step === "billing") return <BillingStep contact={contact} countries={countries} />;
  if (step === "payment") return <PaymentStep chosen={order.payment} trialDays={order.trialDays} />;
  const country = countries.find((option) => option.value === contact.country)?.label ?? contact.country;
  return <OrderStep order={order} contact={contact} country={country} hasPaymentFailed={onboarding.hasPaymentFailed} />;
}

function OwnerOnly() {
  const t = useTranslations("onboarding");
  return (
    <Banner tone="quiet" title={t("ownerOnlyTitle")}>
      {t("ownerOnlyText")}
    </Banner>
  );
}

function Result({ step, facts: { order, contact } }: { step: OnboardingStep; facts: OnboardingFacts }) {
  const t = useTranslations("onboarding");
  const tp = useTranslations("plans");
  if (step === "billing") {
    return <span className="wrap-anywhere">{`${contact.company}, ${contact.zip} ${contact.city}`}</span>;
  }
  if (step === "payment" && order?.payment) return t(`order.paidBy.${order.payment}`);
  if (step === "plan" && order?.plan) return `${tp(`name.${order.plan.type}`)}, ${tp(order.plan.base).toLowerCase()}`;
  return null;
}
