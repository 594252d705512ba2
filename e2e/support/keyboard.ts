import { expect, type Locator, type Page } from "@playwright/test";

/** More tab stops than any of our pages has between two controls in these tests. */
const FARTHEST = 90;

/** Reaches a control by keyboard and presses it. */
export async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press("Enter");
}

/** Presses Tab until the control has the focus, and expects a visible outline. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  const hasFocus = () => control.evaluate((node) => node === document.activeElement);
  for (let stops = 0; !(await hasFocus()); stops += 1) {
    expect(stops, "every control is reached with Tab").toBeLessThan(FARTHEST);
    await page.keyboard.press("Tab");
  }
  // The link of a row has its outline around the whole row.
  const outlines = () =>
    control.evaluate((node) => [undefined, "::after"].map((part) => getComputedStyle(node, part).outlineStyle));
  await expect.poll(outlines, "the focus is seen").toContain("solid");
}
