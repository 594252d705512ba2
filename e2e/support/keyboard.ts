import { expect, type Locator, type Page } from "@playwright/test";

/** More stops than any of our pages has between two of the controls that are visited. */
const FARTHEST = 90;

/** Presses a control that was reached without a mouse. */
export async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press("Enter");
}

/** Goes on with Tab until the control has the focus, and shows that. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  const hasFocus = () => control.evaluate((node) => node === document.activeElement);
  for (let stops = 0; !(await hasFocus()); stops += 1) {
    expect(stops, "every control is reached with Tab").toBeLessThan(FARTHEST);
    await page.keyboard.press("Tab");
  }
  // A row's link has it around the whole row.
  const outlines = () =>
    control.evaluate((node) => [undefined, "::after"].map((part) => getComputedStyle(node, part).outlineStyle));
  await expect.poll(outlines, "the focus is seen").toContain("solid");
}
