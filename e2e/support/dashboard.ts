import type { Locator, Page } from "@playwright/test";
import type { Texts } from "./texts";

/** A line under "Needs you" on the dashboard, by its title. */
export function taskLine(page: Page, t: Texts, title: string): Locator {
  return page
    .getByRole("region", { name: t("dashboard.needsYou") })
    .getByRole("listitem")
    .filter({ hasText: title });
}
