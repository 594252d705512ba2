import type { Locator, Page } from "@playwright/test";
import type { Texts } from "./texts";

/** Returns a task under "Needs you" on the dashboard, by its title. */
export function taskLine(page: Page, t: Texts, title: string): Locator {
  return page
    .getByRole("region", { name: t("dashboard.needsYou") })
    .getByRole("listitem")
    .filter({ hasText: title });
}

/** Returns one of the four figures of the dashboard, by its label. */
export function figure(app: Page, t: Texts, name: "onItsWay" | "mandatesWaiting" | "openInvoices"): Locator {
  return app
    .getByRole("region", { name: t("dashboard.figures") })
    .locator("div")
    .filter({ has: app.getByRole("heading", { name: t(`dashboard.${name}`), exact: true }) });
}

/** Returns the line of a connection on the dashboard, by the vendor's name. */
export function connectionLine(app: Page, vendor: string): Locator {
  return app
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: app.getByRole("link", { name: vendor, exact: true }) });
}
