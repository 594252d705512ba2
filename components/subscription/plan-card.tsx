import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { Pill } from "@/components/ui/pill";
import type { PlanOffer, PlanOffers } from "@/lib/subscriptions/loaders";
import { PlanPrice } from "./plan-price";

const FEATURES = {
  basic: ["collect", "mandates", "bookings", "returns", "team"],
  premium: ["partial", "templates", "manual", "conditions", "earlier", "reference"],
} as const;

/** One plan of the price list: its price, features and terms. */
export function PlanCard({
  plan,
  offers,
  busy,
  isPressed,
  onChoose,
}: {
  plan: PlanOffer;
  offers: PlanOffers;
  busy: boolean;
  isPressed: boolean;
  onChoose?: () => Promise<void> | void;
}) {
  const t = useTranslations("plans");
  const { type, base } = plan;
  const isFeatured = type === "premium";
  const isCurrent = offers.current?.type === type && offers.current.base === base;
  const isChosen = offers.chosen?.type === type && offers.chosen.base === base && !offers.current;
  const name = t(`name.${type}`);
  return (
    <section
      aria-label={name}
      className={cx("flex flex-col rounded-card border bg-surface p-5 sm:p-6", isFeatured && "border-action")}
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg">{name}</h3>
        {isCurrent ? (
          <Pill tone="good">{t("current")}</Pill>
        ) : isChosen ? (
          <Pill tone="info">{t("chosen")}</Pill>
        ) : isFeatured ? (
          <span className="rounded-full bg-action-soft px-2.5 py-0.5 text-xs font-medium text-action">
            {t("featured")}
          </span>
        ) : null}
      </div>
      <p className="mt-1 mb-4 text-sm text-muted">{t(`summary.${type}`)}</p>
      <PlanPrice plan={plan} trialDays={offers.current ? 0 : offers.trialDays} />
      <h4 className="mt-5 text-sm font-semibold">{t(`${type}Features`)}</h4>
      <ul className="mt-2 space-y-1.5">
        {FEATURES[type].map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Check aria-hidden="true" strokeWidth={2} className="mt-1 size-4 shrink-0 text-good" />
            {t(`feature.${feature}`)}
          </li>
        ))}
      </ul>
      <div className="mt-auto pt-6">
        {onChoose && !isCurrent ? (
          <Button
            tone={isFeatured ? "primary" : "plain"}
            className="w-full"
            busy={isPressed}
            disabled={busy}
            onClick={() => void onChoose()}
          >
            {t(offers.current ? "switch" : isChosen ? "keep" : "choose", { plan: name })}
          </Button>
        ) : null}
        <p className="mt-4 text-xs text-muted">{t(`note.${base}`, { months: offers.savedMonths[type] })}</p>
      </div>
    </section>
  );
}
