import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { type ReactNode, Suspense } from "react";
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
import { countryOptions } from "@/lib/accounts/registration/country-rules";
import { loadFrame } from "@/lib/customers/loaders";
import { hasEnded } from "@/lib/subscriptions/contract/rules";
import {
  loadBillingContact,
  loadPlans,
  loadSubscription,
  loadSubscriptionInvoices,
  loadTrial,
  type SubscriptionPage as View,
} from "@/lib/subscriptions/loaders";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("subscription"))("title") };
}

export default async function SubscriptionPage() {
  const [{ isOwner }, subscription, trial, contact, locale, t, tc] = await Promise.all([
    loadFrame(),
    loadSubscription(),
    loadTrial(),
    loadBillingContact(),
    getLocale(),
    getTranslations("subscription"),
    getTranslations("common"),
  ]);
  // A contract agreed outside the vendor has no payment method or invoices to show here.
  const isElsewhere = subscription?.contractType === "EXTERNAL" && !subscription.entitlement.lock;
  // Rendered here, because React fails on a fallback that itself suspends when the content arrives first.
  const loading = <SkeletonRows rows={3} label={tc("loading")} />;
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
            <Plans subscription={subscription} isOwner={isOwner} loading={loading} />
            {subscription ? (
              <SettingsSection title={t("method.title")} intro={t("method.intro")}>
                <PaymentMethod subscription={subscription} isOwner={isOwner} />
              </SettingsSection>
            ) : null}
            <SettingsSection id="billing" title={t("billing.title")} intro={t("billing.intro")}>
              <Billing contact={contact} countries={countryOptions(locale)} isOwner={isOwner} />
            </SettingsSection>
            <SettingsSection title={t("invoices.title")} intro={t("invoices.intro")} flush>
              <Suspense fallback={loading}>
                <Invoices />
              </Suspense>
            </SettingsSection>
          </>
        )}
      </div>
    </ClientTexts>
  );
}

/** Returns why no plan can be chosen now; undefined if one can. The remedy is shown above the page. */
function obstacle({ endsAt, next, entitlement, status }: View) {
  if (hasEnded(status)) return undefined;
  if (status === "paused") return "waitsForUs" as const;
  if (status === "incomplete") return "waitsForFirst" as const;
  if (status === "unpaid") return "waitsForPayment" as const;
  if (endsAt) return "waitsForCancel" as const;
  if (next) return "waitsForNext" as const;
  return entitlement.isOverdue ? ("waitsForPayment" as const) : undefined;
}

function Plans({ subscription, isOwner, loading }: { subscription?: View; isOwner: boolean; loading: ReactNode }) {
  const t = useTranslations("subscription.change");
  const isFirst = hasEnded(subscription?.status ?? null);
  const why = subscription && obstacle(subscription);
  return (
    <SettingsSection
      id="plans"
      title={t(isFirst ? "chooseTitle" : "title")}
      intro={t(isFirst ? "chooseIntro" : "intro")}
      bare={!why}
    >
      {why ? (
        <p className="text-muted">{t(why)}</p>
      ) : (
        <Suspense fallback={loading}>
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

function Billing({
  contact,
  countries,
  isOwner,
}: {
  contact: Awaited<ReturnType<typeof loadBillingContact>>;
  countries: ReturnType<typeof countryOptions>;
  isOwner: boolean;
}) {
  const t = useTranslations("subscription.billing");
  if (isOwner) return <BillingForm contact={contact} countries={countries} />;
  const country = countries.find(({ value }) => value === contact.country)?.label ?? contact.country;
  return (
    <>
      <BillingFacts contact={contact} country={country} />
      <p className="mt-5 text-sm text-muted">{t("readOnly")}</p>
    </>
  );
}

async function Invoices() {
  return <InvoiceList invoices={await loadSubscriptionInvoices()} />;
}
