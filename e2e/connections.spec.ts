import type { Page } from "@playwright/test";
import { taskLine } from "./support/dashboard";
import { bank, books, deskCall, ledger } from "./support/desk";
import { arriveInArea, enter, expect, test, watched } from "./support/fixtures";
import { mailbox, mandateLink } from "./support/mailbox";
import { consentAtGocardless, consentAtLexware, disconnect } from "./support/newcomer";
import { grantMandate } from "./support/payer";
import { speaks } from "./support/people";
import { awaitReason, awaitStatuses, rows } from "./support/rows";
import { newPayer, settledConnections, unconnectedSupplier, writeInvoice } from "./support/supplier";

const LEXWARE = "Lexware Office";
const GOCARDLESS = "GoCardless";

async function startConnecting(app: Page, button: string): Promise<void> {
  await app.goto("/app/connections");
  await app.getByRole("button", { name: button, exact: true }).click();
  await app.waitForURL(/\/oauth2?\/authorize/);
}

async function activeConnections(vendor: "lexware" | "gocardless", organisation: string): Promise<number> {
  const state = await deskCall<Record<string, { connections: { organisation: string; status: string }[] }>>("/state");
  const all = state[vendor]?.connections ?? [];
  return all.filter((one) => one.organisation === organisation && one.status === "active").length;
}

test("a new supplier connects both accounts by hand, and the first invoice is collected", async ({
  page,
  payerPage,
  t,
}) => {
  const newcomer = await unconnectedSupplier();
  await enter(page, newcomer);
  await expect(page.getByRole("heading", { name: t("dashboard.first.title") })).toBeVisible();
  await startConnecting(page, t("connections.connect", { vendor: LEXWARE }));
  await consentAtLexware(page, newcomer.companyName);
  await startConnecting(page, t("connections.connect", { vendor: GOCARDLESS }));
  await consentAtGocardless(page, newcomer.companyName);
  await page.goto("/app/connections");
  await expect(page.getByText(t("connections.states.connected"), { exact: true })).toHaveCount(2);

  const supplier = { ...newcomer, ...(await settledConnections(newcomer)) };
  expect(await activeConnections("lexware", supplier.books)).toBe(1);
  expect(await activeConnections("gocardless", supplier.account)).toBe(1);
  const payer = newPayer();
  const invoice = await writeInvoice(supplier, { payer });
  await grantMandate(payerPage, mandateLink(await mailbox.letter(payer.email)), supplier.companyName);
  await awaitStatuses(supplier, invoice, ["created"]);
  expect(await ledger.payments(supplier.account)).toHaveLength(1);
});

test("a new supplier who refuses on both consent pages has no connection", { tag: "@rare" }, async ({ page, t }) => {
  const newcomer = await unconnectedSupplier();
  await enter(page, newcomer);
  for (const [vendor, deny] of [
    [LEXWARE, "Ablehnen"],
    [GOCARDLESS, "Deny"],
  ] as const) {
    await startConnecting(page, t("connections.connect", { vendor: vendor }));
    await page.getByRole("button", { name: deny }).click();
    await arriveInArea(page);
  }
  await page.goto("/app/connections");
  await expect(page.getByText(t("connections.states.none"), { exact: true })).toHaveCount(5);
  expect(await rows.connection(newcomer, "LEXOFFICE")).toBeNull();
  expect(await rows.connection(newcomer, "GOCARDLESS")).toBeNull();
});

test.describe("with answers that are not meant for this sign-in", () => {
  test.use({ expectedErrors: "status of 400" });

  test("a used, forged or foreign answer of the vendor changes nothing", async ({ page, browser, t }) => {
    const newcomer = await unconnectedSupplier();
    await enter(page, newcomer);
    await startConnecting(page, t("connections.connect", { vendor: LEXWARE }));
    const answered = page.waitForRequest((request) => request.url().includes("/api/connect/lexoffice"));
    await consentAtLexware(page, newcomer.companyName);
    const callback = (await answered).url();
    const before = await rows.connection(newcomer, "LEXOFFICE");
    expect(before).toMatchObject({ status: "connected" });

    await page.goto(callback);
    await arriveInArea(page);
    expect(await rows.connection(newcomer, "LEXOFFICE")).toMatchObject({ connectedAt: before?.connectedAt });
    await startConnecting(page, t("connections.connect", { vendor: GOCARDLESS }));
    const foreign = new URL(page.url());
    const back = new URL("/api/connect/goCardless/return", process.env.APP_URL);
    back.searchParams.set("code", "made-up");
    back.searchParams.set("state", "made-up");
    await page.goto(back.href);
    await arriveInArea(page);
    expect(await rows.connection(newcomer, "GOCARDLESS")).toBeNull();

    const other = await unconnectedSupplier();
    const stranger = await watched(await browser.newContext(), "status of 400").newPage();
    await enter(stranger, other);
    await stranger.goto(foreign.href);
    await consentAtGocardless(stranger, other.companyName);
    expect(await rows.connection(other, "GOCARDLESS")).toBeNull();
    expect(await rows.connection(newcomer, "GOCARDLESS")).toBeNull();
    await stranger.context().close();
  });
});

for (const { vendor, type, reason, page: brokenPage, ...locales } of [
  {
    vendor: GOCARDLESS,
    type: "GOCARDLESS",
    reason: "payments_not_connected",
    page: "/GoCardlessUnauthenticated",
    disconnected: "en-GB",
    revoked: "de-DE",
  },
  {
    vendor: LEXWARE,
    type: "LEXOFFICE",
    reason: "books_not_connected",
    page: "/erpUnauthenticated",
    disconnected: "de-DE",
    revoked: "en-GB",
  },
] as const) {
  const consent = type === "GOCARDLESS" ? consentAtGocardless : consentAtLexware;
  const twin = type === "GOCARDLESS" ? "gocardless" : "lexware";

  test.describe(`in ${locales.disconnected}`, () => {
    test.use({ locale: locales.disconnected });

    test(`the supplier disconnects and reconnects ${vendor}; invoices wait meanwhile and then continue`, {
      tag: "@rare",
    }, async ({ supplier, app, payerPage, t }) => {
      const payer = newPayer();
      const invoice = await writeInvoice(supplier, { payer });
      const link = mandateLink(await mailbox.letter(payer.email));
      await app.goto("/app/connections");
      await disconnect(app, t, vendor);
      await expect(app.getByText(t("connections.states.disconnected"), { exact: true })).toBeVisible();
      await awaitReason(supplier, invoice, reason);
      expect(await activeConnections(twin, type === "GOCARDLESS" ? supplier.account : supplier.books)).toBe(0);
      await payerPage.goto(link);
      await payerPage.waitForURL((url) => url.pathname === brokenPage);
      await expect(payerPage.getByRole("heading", { level: 1 })).toHaveText(t("info.broken.title"));

      await startConnecting(app, t("connections.reconnect", { vendor }));
      await consent(app, supplier.companyName);
      expect(await rows.connection(supplier, type)).toMatchObject({ status: "connected" });
      await grantMandate(payerPage, link, supplier.companyName);
      await awaitStatuses(supplier, invoice, ["created"]);
      expect(await mailbox.to(payer.email)).toHaveLength(1);
      expect(await ledger.payments(supplier.account)).toHaveLength(1);
    });
  });

  test.describe(`in ${locales.revoked}`, () => {
    test.use({ locale: locales.revoked });

    test(`access revoked at ${vendor} is reported, invoices wait, and reconnecting repairs it`, {
      tag: type === "GOCARDLESS" ? "@rare" : [],
    }, async ({ supplier, app, payerPage, t }) => {
      await speaks(supplier, locales.revoked);
      const payer = newPayer();
      const invoice = await writeInvoice(supplier, { payer });
      const link = mandateLink(await mailbox.letter(payer.email));
      if (type === "GOCARDLESS") await bank.revoke(supplier.account);
      else await books.revoke(supplier.booksConnection);
      await expect.poll(async () => (await rows.connection(supplier, type))?.status).toBe("revoked");
      await awaitReason(supplier, invoice, reason);
      expect(await rows.notices(supplier)).toContain("connection_lost");
      await app.goto("/app");
      const [told = ""] = t("notices.connection_lost.title", { vendor, since: "|" }).split("|");
      await expect(taskLine(app, t, told.trim())).toBeVisible();
      const letter = await mailbox.letter(supplier.email);
      expect(letter.subject).toContain(told.trim());
      await app.goto(letter.links.find((one) => one.includes("/app/connections")) ?? "");
      await expect(app.getByText(t("connections.revokedTitle", { vendor }))).toBeVisible();
      await payerPage.goto(link);
      await payerPage.waitForURL((url) => url.pathname === brokenPage);

      await app.getByRole("button", { name: t("connections.reconnect", { vendor }) }).click();
      await app.waitForURL(/\/oauth2?\/authorize/);
      await consent(app, supplier.companyName);
      await expect.poll(() => rows.notices(supplier)).not.toContain("connection_lost");
      await app.goto("/app");
      await expect(app.getByText(t("dashboard.nothingToDo"))).toBeVisible();
      await grantMandate(payerPage, link, supplier.companyName);
      await awaitStatuses(supplier, invoice, ["created"]);
      expect(await ledger.payments(supplier.account)).toHaveLength(1);
    });
  });
}
