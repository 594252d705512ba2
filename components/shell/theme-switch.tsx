"use client";

import { Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { chooseThemeAction } from "./preferences";
import type { Theme } from "./theme";

const DARK_QUERY = "(prefers-color-scheme: dark)";

function shownTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return window.matchMedia(DARK_QUERY).matches ? "dark" : "light";
}

/**
 * Switches the theme at once. A choice that equals the device's own setting is deleted, so that the page follows the
 * device again.
 */
export function ThemeSwitch() {
  const t = useTranslations("shell");
  const [theme, setTheme] = useState<Theme>();
  useEffect(() => setTheme(shownTheme()), []);

  function turn(): void {
    const next: Theme = shownTheme() === "dark" ? "light" : "dark";
    const systemTheme: Theme = window.matchMedia(DARK_QUERY).matches ? "dark" : "light";
    if (next === systemTheme) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    setTheme(next);
    // Without a network the choice applies to this page only.
    chooseThemeAction(next === systemTheme ? "system" : next).catch(() => undefined);
  }

  const label = theme === "dark" ? t("toLight") : t("toDark");
  const Icon = theme === "dark" ? Sun : Moon;
  return (
    <button
      type="button"
      onClick={turn}
      aria-label={label}
      title={label}
      className="grid size-11 place-items-center rounded-control text-muted hover:bg-sunken sm:size-9"
    >
      <Icon aria-hidden="true" strokeWidth={1.5} className="size-5 sm:size-4.5" />
    </button>
  );
}
