"use client";

import { useLocale, useTranslations } from "next-intl";
import { cx } from "@/components/ui/class-names";
import { PASSWORD_MIN, passwordLacks, passwordScore, STRENGTH_LEVELS } from "@/lib/accounts/password/rules";

const STEPS = [1, 2, 3, 4, 5];
const COLOURS = ["bg-bad", "bg-bad", "bg-wait", "bg-good", "bg-good"];
/** A common password counts as weak, whatever characters it has. */
const REFUSED_SCORE = 2;

/**
 * Shows the strength of a password during typing, in five steps and as a word. It names what the password still lacks,
 * for screen readers as well.
 *
 * @param isRefused the server has refused the password: it is common, or consists of words about the person
 */
export function StrengthBar({ id, password, isRefused }: { id: string; password: string; isRefused: boolean }) {
  const t = useTranslations("password");
  const locale = useLocale();
  const lacks = passwordLacks(password);
  const isCommon = isRefused && lacks.length === 0;
  const score = isCommon ? REFUSED_SCORE : passwordScore(password);
  const level = STRENGTH_LEVELS[score - 1];
  const list = new Intl.ListFormat(locale, { type: "conjunction" });
  const missing = list.format(lacks.map((lack) => t(`lack.${lack}`, { min: PASSWORD_MIN })));
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
      <p aria-live="polite" className="text-sm text-muted">
        {isCommon ? t("common") : level && missing ? t("lacks", { missing }) : ""}
      </p>
    </div>
  );
}
