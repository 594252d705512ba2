import { now, refreshClock } from "../lib/core/time/clock";
import { dayOf, formatDay } from "../lib/core/time/dates";
import { IBAN, NO_METHOD } from "../test/subscriber";
import { arriveInArea, expect, findingsOf, hydrated, localeOfBrowser, test } from "./support/fixtures";
import { fillSignIn } from "./support/people";
import {
  arriveAtSubscription,
  awaitContract,
  billed,
  contractRow,
  giveCard,
  newSubscriber,
  part,
  play,
  storedSubscriber,
} from "./support/subscriptions";

for (const browserLocale of ["en-GB", "de-DE"] as const) {
  const locale = localeOfBrowser(browserLocale);

  test.describe(`in ${browserLocale}`, () => {
    test.use({ locale: browserLocale });

    test("a trial about to end is announced once a day, and shown in the sidebar", async ({ page, t }) => {
      await refreshClock();
      const trialEndsAt = new Date(now().getTime() + 2 * 86_400_000 - 60_000);
      const supplier = await storedSubscriber({ status: "trialing", trialEndsAt });
      await page.goto("/login");
      await fillSignIn(page, t, supplier.email, supplier.password);
      const news = page.getByRole("alertdialog");
      await expect(news).toContainText(t("client.trial.endingTitle", { days: 2 }));
      await expect(news).toContainText(
        t("client.trial.endingUnpaid", { day: formatDay(dayOf(trialEndsAt), locale, true) }),
      );
      await expect(news.getByRole("button", { name: t("client.trial.addMethod") })).toBeVisible();
      expect(await findingsOf(page)).toEqual([]);
      await news.getByRole("button", { name: t("client.trial.later") }).click();
      await expect(news).toBeHidden();
      await page.reload();
      const line = page.getByRole("complementary").getByText(t("shell.trial", { days: 2 }));
      await expect(line).toBeVisible();
      await hydrated(page.getByRole("button", { name: t("shell.signOut") }));
      await expect(news).toBeHidden();
      // The stored value as it would be on the next morning.
      await page.evaluate(() => {
        for (const key of Object.keys(window.localStorage)) window.localStorage.setItem(key, "2020-01-01");
      });
      await page.reload();
      await news.getByRole("button", { name: t("client.trial.later") }).click();
      await line.click();
      await arriveAtSubscription(page);
      await expect(page.getByText(t("subscription.unpaidTrial"))).toBeVisible();
    });

    test("a trial with a payment method becomes a paid plan automatically", { tag: "@rare" }, async ({ page, t }) => {
      const supplier = await newSubscriber({ payment: "sepa_debit" }, IBAN);
      await page.goto("/login");
      await fillSignIn(page, t, supplier.email, supplier.password);
      await arriveInArea(page);
      await page.goto("/app/subscription");
      const plan = part(page, t("subscription.plan.title"));
      await expect(plan).toContainText(t("subscription.status.trialing.text"));
      await expect(page.getByRole("complementary").getByText(t("shell.trial", { days: 14 }))).toBeVisible();
      await play(supplier, "end-trial", { status: "active" });
      // The debit is still with the bank: that counts as paid, and the page shows it without a reload.
      await expect(plan).toContainText(t("subscription.status.active.text"));
      expect((await billed.invoices(supplier)).at(-1)).toMatchObject({ status: "open", totalCents: 1_654 });
      expect(await contractRow(supplier)).toMatchObject({ planType: "basic", isReversed: false });
    });

    test("an ended trial without a payment method is announced once, and a plan can be ordered there", {
      tag: "@rare",
    }, async ({ page, t }) => {
      const supplier = await newSubscriber({ type: "premium", payment: "later" }, NO_METHOD);
      await play(supplier, "end-trial", { status: "cancelled" });
      await page.goto("/login");
      await fillSignIn(page, t, supplier.email, supplier.password);
      const news = page.getByRole("alertdialog");
      await expect(news).toContainText(t("client.trial.endedText"));
      await news.getByRole("button", { name: t("client.trial.choosePlan") }).click();
      await arriveAtSubscription(page);
      await expect(part(page, t("subscription.plan.title"))).toContainText(t("subscription.status.lapsed.text"));
      await page.goto("/app/settings");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(news).toBeHidden();

      await page
        .getByRole("main")
        .getByRole("link", { name: t("subscription.remedy.choosePlan") })
        .click();
      await arriveAtSubscription(page);
      const plans = part(page, t("subscription.change.chooseTitle"));
      await plans.getByText(t("plans.yearly")).click();
      await plans.getByRole("button", { name: t("plans.choose", { plan: t("plans.name.basic") }) }).click();
      await giveCard(page);
      await arriveAtSubscription(page);
      await awaitContract(supplier, { status: "active", planType: "basic", planBase: "yearly" });
      await expect(part(page, t("subscription.plan.title"))).toContainText(t("subscription.status.active.word"));
      await expect(page.getByText(t("subscription.lock.ended.title"))).toBeHidden();
    });
  });
}
