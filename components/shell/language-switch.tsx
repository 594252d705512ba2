"use client";

import { useLocale, useTranslations } from "next-intl";
import { useChoice } from "@/components/action/use-choice";
import { cx } from "@/components/ui/class-names";
import { LOCALES, languageLabel } from "@/lib/core/locales";
import { chooseLocaleAction } from "./preferences";

export function LanguageSwitch() {
  const t = useTranslations("shell");
  const current = useLocale();
  const [pending, choose] = useChoice();
  return (
    <fieldset className={cx("flex items-center", pending && "opacity-60")}>
      <legend className="sr-only">{t("language")}</legend>
      {LOCALES.map((locale) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          aria-label={languageLabel(locale).name}
          aria-pressed={locale === current}
          onClick={() => choose(() => chooseLocaleAction(locale))}
          className={cx(
            "grid min-h-11 min-w-10 place-items-center rounded-control text-sm sm:min-h-9 sm:min-w-9",
            locale === current
              ? "font-semibold text-ink underline decoration-action decoration-2 underline-offset-4"
              : "text-muted hover:bg-sunken",
          )}
        >
          {languageLabel(locale).short}
        </button>
      ))}
    </fieldset>
  );
}
