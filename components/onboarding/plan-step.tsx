"use client";

import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { PricingTable } from "@/components/subscription/pricing-table";
import { choosePlanAction } from "@/lib/subscriptions/actions";
import type { PlanOffers } from "@/lib/subscriptions/loaders";
import { useNextStep } from "./use-next-step";

export function PlanStep({ offers }: { offers: PlanOffers }) {
  const { busy, refusal, run } = useAction<void>();
  const next = useNextStep();
  return (
    <>
      <PricingTable offers={offers} busy={busy} onChoose={(choice) => run(() => choosePlanAction(choice), next)} />
      <RefusalText refusal={refusal} />
    </>
  );
}
