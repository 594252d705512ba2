"use client";

import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/class-names";
import { passwordScore, strengthLevel } from "@/lib/accounts/password-rules";

const STEPS = [1, 2, 3, 4, 5];
const COLOURS = ["bg-bad", "bg-bad", "bg-wait", "bg-good", "bg-good"];

/** How strong a password is while it is typed: five steps and a word, told also to those who listen. */
export function StrengthBar({ id, password }: { id: string; password: string }) {
  const t = useTranslations("password");
  const score = passwordScore(password);
  const level = strengthLevel(password);
  return (
    <div id={id} className="mt-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a <meter> cannot be drawn in five steps alike in all browsers */}
      <div
        role="meter"
        aria-label={t("strength")}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={score * 20}
        aria-valuetext={level ? t(`level.${level}`) : t("level.none")}
        className="flex gap-1"
      >
        {STEPS.map((step) => (
          <span
            key={step}
            className={cx("h-1.5 flex-1 rounded-full", step <= score ? COLOURS[score - 1] : "bg-sunken")}
          />
        ))}
      </div>
      <p aria-live="polite" className="mt-1 min-h-5 text-sm text-muted">
        {level ? t(`level.${level}`) : ""}
      </p>
    </div>
  );
}
