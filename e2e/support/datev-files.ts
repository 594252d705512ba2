import type { Page } from "@playwright/test";
import type { Texts } from "./texts";

/** Uploads a file, and waits for the page that shows its content. */
export async function handIn(app: Page, t: Texts, kind: "open_items" | "debtors", content: Buffer): Promise<void> {
  await app.goto("/app/datev");
  const input = app.getByLabel(t(`datev.import.choose.${kind}`)).and(app.locator("input"));
  await input.setInputFiles({ name: `${kind}.csv`, mimeType: "text/csv", buffer: content });
  await app.waitForURL(/\/app\/datev\/import\//);
}
