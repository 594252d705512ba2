"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { wantsCalm } from "@/components/ui/calm";
import { Pill, type Tone } from "@/components/ui/pill";
import { formatMoney } from "@/lib/core/money/money";

const ROWS = [
  { number: "RE1043", payer: "Tischlerei Brandt", cents: 118_000, from: 3 },
  { number: "RE1044", payer: "Praxis Dr. Yılmaz", cents: 46_410, from: 2 },
  { number: "RE1045", payer: "Café Morgenrot", cents: 29_750, from: 1 },
  { number: "RE1047", payer: "Bäckerei Sonnenschein", cents: 8_925, from: 0 },
] as const;

const STEPS = ["mandate", "submitted", "confirmed", "paidOut"] as const;
const TONES: Record<(typeof STEPS)[number], Tone> = {
  mandate: "info",
  submitted: "wait",
  confirmed: "good",
  paidOut: "good",
};

const STEP_MS = 1_200;
/** The animation stops within five seconds: a longer one would need a way to stop it. */
const LAST_STEP = 3;

/** An animated example ledger: four invoices on their way to the account, with the exact sum below. */
export function LedgerHero() {
  const t = useTranslations("login.hero");
  const locale = useLocale();
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (step >= LAST_STEP || wantsCalm()) return;
    const timer = setTimeout(() => setStep(step + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [step]);

  const rows = ROWS.map((row) => ({ ...row, state: STEPS[Math.min(row.from + step, LAST_STEP)] ?? "paidOut" }));
  const paidOut = rows.filter((row) => row.state === "paidOut").reduce((sum, row) => sum + row.cents, 0);
  return (
    <figure className="w-full max-w-md">
      <div className="rounded-card border bg-surface shadow-float" aria-hidden="true">
        <ul className="divide-y px-5">
          {rows.map((row) => (
            <li key={row.number} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 py-3">
              <span className="truncate font-medium">{row.payer}</span>
              <span className="text-right tabular-nums">{formatMoney(row.cents, locale)}</span>
              <span className="text-sm text-muted">{row.number}</span>
              <span className="text-right">
                <Pill tone={TONES[row.state]}>{t(row.state)}</Pill>
              </span>
            </li>
          ))}
        </ul>
        <div className="flex items-baseline justify-between rounded-b-card border-t bg-sunken px-5 py-4">
          <span className="text-sm text-muted">{t("sum")}</span>
          <span className="text-xl font-semibold tabular-nums">{formatMoney(paidOut, locale)}</span>
        </div>
      </div>
      <figcaption className="mt-8">
        <p className="text-xl font-semibold text-balance">{t("title")}</p>
        <p className="mt-2 text-muted">{t("text")}</p>
      </figcaption>
    </figure>
  );
}
