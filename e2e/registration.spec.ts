import { db } from "../lib/core/database/db";
import { expect, findingsOf, localeOfBrowser, test } from "./support/fixtures";
import { addressLink, mailbox } from "./support/mailbox";
import { expectOpen } from "./support/newcomer";
import {
  auditActions,
  expectAlert,
  fillRegistration,
  newNewcomer,
  otherBrowser,
  sessionCookie,
  submitRegistration,
  userRow,
} from "./support/people";

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("a person registers, is signed in, and sees the first steps", async ({ page, t }) => {
      const person = newNewcomer();
      await page.goto("/register?discount=NEUJAHR-50");
      await page.getByLabel(t("register.country")).selectOption("AT");
      await fillRegistration(page, t, person);
      await expect(page.getByRole("meter")).toHaveAttribute("aria-valuenow", "100");
      await expect(page.getByText(t("password.level.very_strong"), { exact: true })).toBeVisible();
      await submitRegistration(page, t);
      await page.waitForURL((url) => url.pathname === "/app/onboard");
      await expectOpen(page, t, "books");

      const user = await userRow(person.email);
      expect(user).toMatchObject({
        name: "Ada Nordwind",
        acceptedTermsOfService: true,
        lastRegistrationStep: "step_seven",
        locale: localeOfBrowser(locale),
      });
      const [membership] = user?.memberships ?? [];
      expect(membership).toMatchObject({
        role: "owner",
        customer: {
          companyName: person.companyName,
          countryCode: "AT",
          vatId: "",
          mobileNumber: "+4915123456789",
          discountCode: "NEUJAHR-50",
        },
      });
      expect(user?.sessions).toMatchObject([{ discount: "NEUJAHR-50", isApi: false, claimedAt: expect.any(Date) }]);
      expect(user?.passwordHash).toMatch(/^\$argon2id\$/);
      expect(await auditActions(membership?.customerId ?? "")).toEqual(["customer.registered", "session.started"]);
      expect(await sessionCookie(page.context())).toMatchObject({ expires: -1, httpOnly: true, sameSite: "Lax" });
    });

    test("nothing can be connected before the address is confirmed, even after correcting it", async ({
      page,
      browser,
      t,
    }) => {
      const [person, right] = [newNewcomer(), newNewcomer().email];
      await page.goto("/register");
      await page.getByLabel(t("register.country")).selectOption("DE");
      await fillRegistration(page, t, person);
      await submitRegistration(page, t);
      await page.waitForURL((url) => url.pathname === "/app/onboard");
      await expect(page.getByText(t("client.unproven.title", { email: person.email }))).toBeVisible();
      expect(await findingsOf(page)).toEqual([]);
      await page.getByRole("button", { name: t("onboarding.connect", { vendor: "Lexware Office" }) }).click();
      await expectAlert(page, t("errors.address_not_proven"));

      await page.getByRole("button", { name: t("client.unproven.other") }).click();
      await page.getByLabel(t("client.unproven.newEmail")).fill(right);
      await page.getByRole("button", { name: t("client.unproven.save") }).click();
      await expect(page.getByText(t("client.unproven.title", { email: right }))).toBeVisible();

      // The mail is opened on another device without a session, so the password is asked for.
      const context = await otherBrowser(browser, locale);
      const phone = await context.newPage();
      await phone.goto(addressLink(await mailbox.letter(right)));
      expect(await findingsOf(phone)).toEqual([]);
      await phone.getByLabel(t("confirmAddress.password")).fill("wrong");
      await phone.getByRole("button", { name: t("confirmAddress.proof.button") }).click();
      await expectAlert(phone, t("confirmAddress.wrong"));
      expect(await userRow(right)).toMatchObject({ emailProvenAt: null });
      await phone.getByLabel(t("confirmAddress.password")).fill(person.password);
      await phone.getByRole("button", { name: t("confirmAddress.proof.button") }).click();
      await expect(phone.getByRole("heading", { name: t("confirmAddress.proof.doneTitle") })).toBeVisible();
      await context.close();

      await expect(page.getByText(t("client.unproven.title", { email: right }))).toBeHidden();
      await page.getByRole("button", { name: t("onboarding.connect", { vendor: "Lexware Office" }) }).click();
      await page.waitForURL(/\/oauth2\/authorize/);
    });

    test("every missing or wrong input has its message", { tag: "@rare" }, async ({ page, t, supplier }) => {
      const person = newNewcomer();
      await page.goto("/register");
      await submitRegistration(page, t);
      for (const key of ["fillAll", "name", "email", "mobile", "short", "terms"] as const)
        await expectAlert(page, t(`register.problem.${key}`));
      await expect(page.getByLabel(t("register.companyName"), { exact: true })).toBeFocused();

      await fillRegistration(page, t, { ...person, password: "Kormoranwind!2" });
      await submitRegistration(page, t);
      await expectAlert(page, t("register.problem.notStrong"));
      await page.getByLabel(t("register.password"), { exact: true }).fill("Sommer-2026-!!");
      await page.getByLabel(t("register.mobileNumber")).fill("12 34");
      await submitRegistration(page, t);
      await expectAlert(page, t("register.problem.mobile"));
      await page.getByLabel(t("register.mobileNumber")).fill("0151 23456789");
      await submitRegistration(page, t);
      await expectAlert(page, t("register.problem.weak"));

      // Reported during typing, not only when the form is sent.
      await page.getByLabel(t("register.email")).fill(supplier.email.toUpperCase());
      await page.getByLabel(t("register.email")).blur();
      await expectAlert(page, t("register.problem.emailTaken"));
      await page.getByLabel(t("register.email")).fill(person.email);
      await page.getByLabel(t("register.companyName"), { exact: true }).fill(supplier.companyName.toUpperCase());
      await page.getByLabel(t("register.city"), { exact: true }).fill("leipzig");
      await page.getByLabel(t("register.city"), { exact: true }).blur();
      await expectAlert(page, t("register.problem.companyTaken"));
      expect(await userRow(person.email)).toBeNull();
      expect(await findingsOf(page)).toEqual([]);
    });

    test.describe("when the service does not answer", () => {
      test.use({ expectedErrors: "500" });

      test("an address that cannot be checked and a failed save are reported, and no input is lost", {
        tag: "@rare",
      }, async ({ page, t }) => {
        const person = newNewcomer();
        await page.route("**/api/v1/register/check-email*", (route) => route.fulfill({ status: 500, body: "{}" }));
        await page.goto("/register");
        await fillRegistration(page, t, person);
        await expectAlert(page, t("register.problem.emailUnchecked"));
        await page.route("**/register", (route) =>
          route.request().method() === "POST" ? route.fulfill({ status: 500, body: "" }) : route.continue(),
        );
        await submitRegistration(page, t);
        await expectAlert(page, t("register.problem.notSaved"));
        await expect(page.getByLabel(t("register.email"))).toHaveValue(person.email);
        await page.unrouteAll();
        await submitRegistration(page, t);
        await page.waitForURL((url) => url.pathname === "/app/onboard");
        expect(await db.user.count({ where: { email: person.email } })).toBe(1);
      });
    });
  });
}

test("a person registers by keyboard alone", async ({ page, t }) => {
  const person = newNewcomer();
  await page.goto("/register");
  await page.getByLabel(t("register.companyName"), { exact: true }).focus();
  const answers = [
    person.companyName,
    "Am Hafen 3",
    "23966",
    person.city,
    undefined,
    person.firstName,
    person.lastName,
    person.email,
    "015123456789",
    person.password,
  ];
  for (const answer of answers) {
    if (answer) await page.keyboard.type(answer);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/app/onboard");
  expect(await userRow(person.email)).not.toBeNull();
});
