import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { MismatchWarning } from "@/components/connections/mismatch-warning";
import { Greeting } from "@/components/dashboard/greeting";
import { ClientTexts } from "@/components/format/client-texts";
import { OnboardingSteps } from "@/components/onboarding/onboarding-steps";
import { StepFocus } from "@/components/onboarding/step-focus";
import { Banner } from "@/components/ui/banner";
import { Progress } from "@/components/ui/progress";
import { countryOptions } from "@/lib/accounts/registration/country-rules";
import { loadConnections } from "@/lib/connections/loaders";
import { loadFrame, loadMismatches } from "@/lib/customers/loaders";
import { loadUsableMandates } from "@/lib/mandates/loaders";
import { requireNewcomer } from "@/lib/onboarding/loaders";
import { isReachable, isStep, ONBOARDING_STEPS } from "@/lib/onboarding/rules";
import { loadBillingContact } from "@/lib/subscriptions/loaders";
import { loadPreparedOrder } from "@/lib/subscriptions/orders/loaders";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("onboarding"))("title") };
}

export default async function OnboardPage({ searchParams }: { searchParams: Promise<{ step?: string }> }) {
  const [onboarding, { step: asked }] = await Promise.all([requireNewcomer(), searchParams]);
  const { current } = onboarding;
  const wanted = isStep(asked) ? asked : current;
  const isAllowed = isReachable(wanted, current);
  const open = isAllowed ? wanted : current;
  const [frame, connections, mandates, mismatches, contact, order, locale, t] = await Promise.all([
    loadFrame(),
    loadConnections(),
    loadUsableMandates(),
    loadMismatches(),
    loadBillingContact(),
    // Prices come from the vendor, so they are not requested before a plan can be chosen.
    isReachable("plan", current) ? loadPreparedOrder() : undefined,
    getLocale(),
    getTranslations("onboarding"),
  ]);
  const total = ONBOARDING_STEPS.length;
  const count = onboarding.done.length;
  return (
    <div className="max-w-4xl">
      <Greeting name={frame.userName} />
      <div className="space-y-6">
        <div>
          <p className="prose-width mb-4 text-muted">{t("intro")}</p>
          <Progress label={t("title")} text={t("progress", { done: count, total })} done={count} total={total} />
        </div>
        {isAllowed ? null : (
          <Banner tone="wait" live title={t("finishFirst")}>
            {t("finishFirstText", { step: t(`steps.${current}.title`) })}
          </Banner>
        )}
        <MismatchWarning mismatches={mismatches} />
        <ClientTexts names={["onboarding", "plans", "billing"]}>
          <OnboardingSteps
            onboarding={onboarding}
            open={open}
            connections={connections}
            mandates={mandates}
            contact={contact}
            countries={countryOptions(locale)}
            isOwner={frame.isOwner}
            order={order}
          />
        </ClientTexts>
        <StepFocus step={open} />
      </div>
    </div>
  );
}
