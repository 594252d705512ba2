"use client";

import { useLocale, useTranslations } from "next-intl";
import { useChoice } from "@/components/action/use-choice";
import { cx } from "@/components/ui/class-names";
import { chooseLocaleAction } from "./preferences";

const CHOICES = [
  { locale: "en", short: "EN", name: "English" },
  { locale: "de", short: "DE", name: "Deutsch" },
] as const;

export function LanguageSwitch() {
  const t = useTranslations("shell");
  const current = useLocale();
  const [pending, choose] = useChoice();
  return (
    <fieldset className={cx("flex items-center", pending && "opacity-60")}>
      <legend className="sr-only">{t("language")}</legend>
      {CHOICES.map(({ locale, short, name }) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          aria-label={`${short}, ${name}`}
          aria-pressed={locale === current}
          onClick={() => choose(() => chooseLocaleAction(locale))}
          className={cx(
            "grid min-h-11 min-w-10 place-items-center rounded-control text-sm sm:min-h-9 sm:min-w-9",
            locale === current
              ? "font-semibold text-ink underline decoration-action decoration-2 underline-offset-4"
              : "text-muted hover:bg-sunken",
          )}
        >
          {short}
        </button>
      ))}
    </fieldset>
  );
}
