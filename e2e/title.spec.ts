import type { Page } from "@playwright/test";
import { db } from "../lib/core/database/db";
import { newId } from "../lib/core/formats/ids";
import { toDate } from "../lib/core/time/dates";
import { calendar } from "./support/desk";
import { expect, test } from "./support/fixtures";

declare global {
  interface Window {
    titles: string[];
    /** The Next.js router, as it is available on the page. */
    next: { router: { refresh(): void } };
  }
}

/** Records every title of the page from now on, and "" where it has none. */
async function watchTitle(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.titles = [document.title];
    const look = () => {
      if (document.title !== window.titles.at(-1)) window.titles.push(document.title);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

const seen = (page: Page) => page.evaluate(() => window.titles);

// Next.js sometimes dropped streamed metadata in a refresh, until the next one: one time in ten on a busy machine.
test("a page that refreshes keeps its title", { tag: "@rare" }, async ({ app, supplier }) => {
  const { id, reference } = await db.payout.create({
    data: {
      ...{ id: newId("payout"), customerId: supplier.customerId, providerId: newId("payout"), reference: "TITLE-1" },
      ...{ amountCents: 12_345, status: "paid", bookingStatus: "booked", isProven: true },
      arrivalDate: toDate(await calendar.today()),
    },
  });
  const title = `${reference} · Einzug`;
  await app.goto("/app/payouts");
  await app.getByRole("link", { name: reference }).click();
  await expect(app).toHaveURL(`/app/payouts/${id}`);
  await expect(app).toHaveTitle(title);
  await watchTitle(app);
  for (let times = 0; times < 25; times++) {
    const answer = app.waitForResponse((response) => response.request().headers().rsc === "1");
    await app.evaluate(() => window.next.router.refresh());
    await answer;
    await app.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  }
  expect(await seen(app)).toEqual([title]);
});
