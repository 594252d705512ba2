import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { db } from "../lib/core/database/db";
import { debitUnderWay } from "./support/debits";
import { expect, findingsOf, hydrated, test } from "./support/fixtures";
import { auditActions } from "./support/people";

interface Received {
  headers: Record<string, string>;
  body: string;
}

/** Starts a supplier's program that receives webhooks. */
async function startReceiver() {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => {
      body += part.toString();
    });
    request.on("end", () => {
      received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/einzug`,
    received,
    kinds: () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Makes the call of a curl command as the page shows it. */
async function runCurl(text: string, key: string): Promise<Response> {
  const [, url = ""] = /^curl (\S+)/.exec(text) ?? [];
  const headers = [...text.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name = "", value = ""]) => [
    name,
    value.replace("$EINZUG_KEY", key),
  ]);
  const [, body] = /-d '([^']+)'/.exec(text) ?? [];
  return await fetch(url, { method: body ? "POST" : "GET", headers: Object.fromEntries(headers), body });
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test.describe("the documentation of the API", () => {
      test.use({ expectedErrors: "status of 401" });

      test("makes calls with a new key and without the session, and its examples work", async ({
        supplier,
        app,
        t,
      }) => {
        await debitUnderWay(supplier);
        await app.goto("/app/account/api");
        await hydrated(app.getByRole("button", { name: t("account.keys.make") }));
        await app.getByLabel(t("account.keys.name")).fill("Shop");
        await app.getByLabel(t("account.keys.rights")).selectOption("write");
        await app.getByRole("button", { name: t("account.keys.make") }).click();
        const made = app.getByText(/^einzug_key_\w+$/);
        const key = (await made.textContent()) ?? "";
        expect(key).toMatch(/^einzug_key_\w+_\w+$/);
        await app.getByRole("button", { name: t("account.keys.kept") }).click();
        await app.getByRole("link", { name: t("account.keys.docs") }).click();
        await expect(app.getByRole("heading", { level: 1, name: t("apiDocs.title") })).toBeVisible();

        const calls = app.locator(".api-reference[data-state=shown]");
        await calls.locator("#operations-tag-customers button").click();
        const call = calls.locator("#operations-customers-getCustomersCustomerIdStatus");
        await call.locator(".opblock-summary-control").click();
        await call.getByRole("button", { name: "Try it out" }).click();
        await expect(call.getByPlaceholder("customerId")).toHaveValue(supplier.customerId);
        const status = call.locator(".live-responses-table .response-col_status").last();
        // The reader is signed in, but the page sends no cookie.
        await call.getByRole("button", { name: "Execute" }).click();
        await expect(status).toContainText("401");
        await calls.locator(".authorize button").click();
        const dialog = calls.locator(".dialog-ux");
        await dialog.getByLabel("auth-bearer-value").fill(key);
        expect(await findingsOf(app)).toEqual([]);
        await dialog.getByRole("button", { name: "Authorize" }).click();
        await dialog.getByRole("button", { name: "Close" }).last().click();
        await call.getByRole("button", { name: "Execute" }).click();
        await expect(status).toContainText("200");
        expect(await findingsOf(app)).toEqual([]);

        const examples = await app.locator("pre code", { hasText: "curl " }).allTextContents();
        const own = examples.filter((text) => text.includes("$EINZUG_KEY"));
        expect(own).toHaveLength(4);
        for (const text of own) expect((await runCurl(text, key)).status, text).toBe(200);
        const { customerId, userId } = supplier;
        expect(await db.apiKey.findMany({ where: { customerId } })).toMatchObject([
          { name: "Shop", madeById: userId, lastUsedAt: expect.any(Date) as Date },
        ]);
        expect(await auditActions(customerId)).toEqual(expect.arrayContaining(["settings.changed"]));

        await app.goto("/app/account/api");
        const revoke = app.getByRole("button", { name: t("account.keys.revoke") });
        await hydrated(revoke);
        await revoke.click();
        await app
          .getByRole("alertdialog")
          .getByRole("button", { name: t("account.keys.revokeConfirm") })
          .click();
        await expect(app.getByText(t("account.keys.none"))).toBeVisible();
        expect((await runCurl(own[0] ?? "", key)).status).toBe(401);
      });
    });

    test("an endpoint receives a test and a mandate, signed, and a message again with the same id", async ({
      supplier,
      app,
      t,
    }) => {
      const receiver = await startReceiver();
      await app.goto("/app/account/webhooks");
      await hydrated(app.getByRole("button", { name: t("account.webhooks.add") }));
      await app.getByLabel(t("account.webhooks.url")).fill(receiver.url);
      await app.getByRole("button", { name: t("account.webhooks.add") }).click();
      const secret = (await app.getByText(/^whsec_/).textContent()) ?? "";
      await app.getByRole("button", { name: t("account.webhooks.kept") }).click();
      await app.getByRole("button", { name: t("account.webhooks.test") }).click();
      await expect.poll(() => receiver.kinds()).toEqual(["test"]);
      await debitUnderWay(supplier);
      await expect.poll(() => receiver.kinds()).toEqual(expect.arrayContaining(["mandate.changed", "debit.changed"]));
      for (const { body, headers } of receiver.received) new Webhook(secret).verify(body, headers);

      await app.reload();
      const log = app.locator("details", { hasText: t("account.webhooks.log") });
      await hydrated(app.getByRole("button", { name: t("account.webhooks.add") }));
      await log.locator("summary").click();
      const entry = log
        .getByRole("listitem")
        .filter({ hasText: t("account.webhooks.kind.mandate_changed") })
        .last();
      await expect(entry).toContainText(t("account.webhooks.delivered"));
      expect(await findingsOf(app)).toEqual([]);
      const id = (await entry.locator(".font-mono").textContent()) ?? "";
      const times = () => receiver.received.filter(({ headers }) => headers["webhook-id"] === id).length;
      expect(times()).toBe(1);
      await entry.getByRole("button", { name: t("account.webhooks.again") }).click();
      await expect.poll(times).toBe(2);
      const { customerId } = supplier;
      await expect
        .poll(() => db.webhookDelivery.count({ where: { customerId, status: { not: "delivered" } } }))
        .toBe(0);
      expect(await db.webhookDelivery.findMany({ where: { customerId, messageId: id } })).toHaveLength(1);
      await receiver.stop();
    });
  });
}
