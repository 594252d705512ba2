import { existsSync, readFileSync } from "node:fs";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show } from "@/test/screen";
import { OwnSettings } from "./own-settings";

test.each(["en", "de"] as const)("the settings link to security, passkeys and e-mail preferences (%s)", (locale) => {
  const { t } = show(<OwnSettings />, locale);
  const links = screen.getAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual([
    t("settings.own.twoFactor.label"),
    t("settings.own.passkeys.label"),
    t("settings.own.emails.label"),
  ]);
  // Each link must name a page and a part of that page that exist.
  for (const link of links) {
    const { pathname, hash } = new URL((link as HTMLAnchorElement).href);
    const page = `app${pathname}/page.tsx`;
    expect(existsSync(page), page).toBe(true);
    expect(readFileSync(page, "utf8")).toContain(`id="${hash.slice(1)}"`);
  }
});
