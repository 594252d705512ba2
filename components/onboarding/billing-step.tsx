"use client";

import { useTranslations } from "next-intl";
import { BillingForm } from "@/components/subscription/billing-form";
import type { BillingFields } from "@/components/subscription/billing-problems";
import { useNextStep } from "./use-next-step";

export function BillingStep({
  contact,
  countries,
}: {
  contact: BillingFields;
  countries: { value: string; label: string }[];
}) {
  const t = useTranslations("onboarding");
  const next = useNextStep();
  return <BillingForm contact={contact} countries={countries} onSaved={next} submitLabel={t("saveAndContinue")} />;
}
