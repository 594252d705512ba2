"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { cx } from "@/components/ui/class-names";
import type { PlanOffer, PlanOffers } from "@/lib/subscriptions/loaders";
import { PlanCard } from "./plan-card";

type Base = PlanOffer["base"];
const BASES: Base[] = ["monthly", "yearly"];
const TYPES: PlanOffer["type"][] = ["basic", "premium"];

/** Shows the two plans, for a month or a year. Without `onChoose` it is a price list without buttons. */
export function PricingTable({
  offers,
  onChoose,
  busy = false,
}: {
  offers: PlanOffers;
  onChoose?: (choice: { type: PlanOffer["type"]; base: Base }) => Promise<void> | void;
  busy?: boolean;
}) {
  const t = useTranslations("plans");
  const [base, setBase] = useState<Base>(offers.chosen?.base ?? offers.current?.base ?? initialBase(offers));
  const [pressed, setPressed] = useState<PlanOffer["type"]>();
  return (
    <div>
      <BaseSwitch base={base} savedMonths={Math.max(...Object.values(offers.savedMonths))} onChange={setBase} />
      <div className="mt-5 grid gap-4 md:grid-cols-2">
        {TYPES.map((type) => {
          const plan = offers.plans.find((one) => one.type === type && one.base === base);
          if (!plan) return null;
          return (
            <PlanCard
              key={type}
              plan={plan}
              offers={offers}
              busy={busy}
              isPressed={busy && pressed === type}
              onChoose={
                onChoose &&
                (() => {
                  setPressed(type);
                  return onChoose({ type, base });
                })
              }
            />
          );
        })}
      </div>
      <p className="mt-4 text-sm text-muted">{t("net")}</p>
    </div>
  );
}

/** Returns the interval to show first: the one with a campaign, if only one has any. */
function initialBase(offers: PlanOffers): Base {
  const lowered = BASES.filter((base) => offers.plans.some((plan) => plan.base === base && plan.campaign));
  return lowered.length === 1 && lowered[0] ? lowered[0] : "monthly";
}

function BaseSwitch({
  base,
  savedMonths,
  onChange,
}: {
  base: Base;
  savedMonths: number;
  onChange: (base: Base) => void;
}) {
  const t = useTranslations("plans");
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{t("term")}</legend>
      <div className="inline-flex max-w-full flex-wrap rounded-control border bg-sunken p-1">
        {BASES.map((one) => (
          <label
            key={one}
            className={cx(
              "relative flex min-h-10 cursor-pointer items-center gap-2 rounded-[6px] px-4 font-medium transition-colors duration-150",
              "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action",
              one === base ? "bg-surface text-ink shadow-xs" : "text-muted hover:text-ink",
            )}
          >
            <input
              type="radio"
              name={name}
              value={one}
              checked={one === base}
              onChange={() => onChange(one)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {t(one)}
            {one === "yearly" && savedMonths > 0 ? (
              <span className="rounded-full bg-good-soft px-2 py-0.5 text-xs text-good">
                {t("saved", { months: savedMonths })}
              </span>
            ) : null}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
