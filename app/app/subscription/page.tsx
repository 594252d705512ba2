import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { ClientTexts } from "@/components/format/client-texts";
import { BillingFacts } from "@/components/subscription/billing-facts";
import { BillingForm } from "@/components/subscription/billing-form";
import { InvoiceList } from "@/components/subscription/invoice-list";
import { PaymentMethod } from "@/components/subscription/payment-method";
import { SUBSCRIPTION_PATH } from "@/components/subscription/places";
import { PlanChoice } from "@/components/subscription/plan-choice";
import { PlanOverview } from "@/components/subscription/plan-overview";
import { PlansUnreadable } from "@/components/subscription/plans-unreadable";
import { PortalButton } from "@/components/subscription/portal-button";
import { PageHeading } from "@/components/ui/page-heading";
import { SettingsSection } from "@/components/ui/settings-section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { countryOptions } from "@/lib/accounts/country-rules";
import { loadFrame } from "@/lib/customers/loaders";
import {
  loadBillingContact,
  loadPlans,
  loadSubscription,
  loadSubscriptionInvoices,
  loadTrial,
  type SubscriptionPage as View,
} from "@/lib/subscriptions/loaders";
import { isInForce } from "@/lib/subscriptions/rules";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("subscription"))("title") };
}

export default async function SubscriptionPage() {
  const [{ isOwner }, subscription, trial, t] = await Promise.all([
    loadFrame(),
    loadSubscription(),
    loadTrial(),
    getTranslations("subscription"),
  ]);
  // What was agreed outside the vendor has nothing that could be looked after here.
  const isElsewhere = subscription?.contractType === "EXTERNAL" && !subscription.standing.lock;
  return (
    <ClientTexts names={["subscription", "plans", "billing"]}>
      <PageHeading
        title={t("title")}
        intro={isOwner ? undefined : t("ownerOnly")}
        aside={
          isOwner && !isElsewhere && subscription?.hasAccount ? (
            <PortalButton kind="home">{t("portal")}</PortalButton>
          ) : undefined
        }
      />
      <div className="space-y-6 lg:space-y-8">
        <SettingsSection title={t("plan.title")} intro={t("plan.intro")}>
          {subscription ? (
            <PlanOverview subscription={subscription} trial={trial} isOwner={isOwner} />
          ) : (
            <p className="text-muted">{t("plan.none")}</p>
          )}
        </SettingsSection>
        {isElsewhere ? null : (
          <>
            <Plans subscription={subscription} isOwner={isOwner} />
            {subscription ? (
              <SettingsSection title={t("method.title")} intro={t("method.intro")}>
                <PaymentMethod subscription={subscription} isOwner={isOwner} />
              </SettingsSection>
            ) : null}
            <Billing isOwner={isOwner} />
            <SettingsSection title={t("invoices.title")} intro={t("invoices.intro")} flush>
              <Suspense fallback={<Loading />}>
                <Invoices />
              </Suspense>
            </SettingsSection>
          </>
        )}
      </div>
    </ClientTexts>
  );
}

/** Why the plan cannot be changed now; undefined where it can. */
function obstacle({ endsAt, next, standing, status }: View) {
  if (!isInForce(status)) return undefined;
  if (endsAt) return "waitsForCancel" as const;
  if (next) return "waitsForNext" as const;
  return standing.isOverdue ? ("waitsForPayment" as const) : undefined;
}

async function Plans({ subscription, isOwner }: { subscription?: View; isOwner: boolean }) {
  const t = await getTranslations("subscription.change");
  const isRunning = isInForce(subscription?.status ?? null);
  const why = subscription && obstacle(subscription);
  return (
    <SettingsSection
      id="plans"
      title={t(isRunning ? "title" : "chooseTitle")}
      intro={t(isRunning ? "intro" : "chooseIntro")}
      bare={!why}
    >
      {why ? (
        <p className="text-muted">{t(why)}</p>
      ) : (
        <Suspense fallback={<Loading />}>
          <PlanTable subscription={subscription} isOwner={isOwner} />
        </Suspense>
      )}
    </SettingsSection>
  );
}

async function PlanTable({ subscription, isOwner }: { subscription?: View; isOwner: boolean }) {
  const offers = await loadPlans();
  if (typeof offers === "string") return <PlansUnreadable why={offers} href={SUBSCRIPTION_PATH} />;
  const isTrial = subscription?.status === "trialing";
  const endsAt = isTrial ? subscription.trialEndsAt : subscription?.periodEndsAt;
  return <PlanChoice offers={offers} mayOrder={isOwner} isTrial={isTrial} periodEndsAt={endsAt} />;
}

async function Billing({ isOwner }: { isOwner: boolean }) {
  const [contact, t, locale] = await Promise.all([
    loadBillingContact(),
    getTranslations("subscription.billing"),
    getLocale(),
  ]);
  const countries = countryOptions(locale);
  const country = countries.find(({ value }) => value === contact.country)?.label ?? contact.country;
  return (
    <SettingsSection id="billing" title={t("title")} intro={t("intro")}>
      {isOwner ? (
        <BillingForm contact={contact} countries={countries} />
      ) : (
        <>
          <BillingFacts contact={contact} country={country} />
          <p className="mt-5 text-sm text-muted">{t("readOnly")}</p>
        </>
      )}
    </SettingsSection>
  );
}

async function Invoices() {
  return <InvoiceList invoices={await loadSubscriptionInvoices()} />;
}

async function Loading() {
  return <SkeletonRows rows={3} label={(await getTranslations("common"))("loading")} />;
}
