import type { Locator, Page } from "@playwright/test";
import type { Texts } from "./texts";

/** A line under "Needs you" on the dashboard, by its title. */
export function taskLine(page: Page, t: Texts, title: string): Locator {
  return page
    .getByRole("region", { name: t("dashboard.needsYou") })
    .getByRole("listitem")
    .filter({ hasText: title });
}

/** One of the four figures, by what it is called. */
export function figure(app: Page, t: Texts, name: "onItsWay" | "mandatesWaiting" | "openInvoices"): Locator {
  return app
    .getByRole("region", { name: t("dashboard.figures") })
    .locator("div")
    .filter({ has: app.getByRole("heading", { name: t(`dashboard.${name}`), exact: true }) });
}

/** How the dashboard says a connection is, by the vendor's name. */
export function connectionLine(app: Page, vendor: string): Locator {
  return app
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: app.getByRole("link", { name: vendor, exact: true }) });
}
