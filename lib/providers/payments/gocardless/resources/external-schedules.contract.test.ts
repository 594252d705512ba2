import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { env } from "@/lib/core/env";
import { gocardlessDirectDebit } from "@/lib/providers/payments/gocardless";
import { TestSandbox } from "@/test/sandbox";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());

const { accessToken } = (await sandbox.state()).gocardless;
const gc = gocardlessDirectDebit({ accessToken, apiUrl: env().GOCARDLESS_API_URL, timeoutMs: 8_000 });

async function mandate(): Promise<string> {
  const customer = { companyName: "Café Ähre", email: `zahler-${randomUUID()}@aehre.example` };
  return (await sandbox.desk<{ mandate: { id: string } }>("/gocardless/mandates", { customer })).mandate.id;
}

test("active external schedules are counted, and ended ones are not", async () => {
  const none = { count: 0, cents: 0 };
  expect(await gc.account.externalSchedules()).toEqual({ subscriptions: none, instalments: none });
  const on = { mandate: await mandate() };
  await sandbox.desk("/gocardless/subscriptions", { ...on, amountCents: 2_500 });
  await sandbox.desk("/gocardless/subscriptions", { ...on, amountCents: 1_999, interval: "yearly" });
  const { subscription } = await sandbox.desk<{ subscription: { id: string } }>("/gocardless/subscriptions", {
    ...on,
    amountCents: 70_000,
  });
  await sandbox.desk(`/gocardless/subscriptions/${subscription.id}/cancel`, {});
  await sandbox.desk("/gocardless/instalment-schedules", { ...on, amountCents: 120_000 });
  const before = (await sandbox.requests("gocardless")).length;
  expect(await gc.account.externalSchedules()).toEqual({
    subscriptions: { count: 2, cents: 4_499 },
    instalments: { count: 1, cents: 120_000 },
  });
  expect((await sandbox.requests("gocardless")).length - before).toBe(2);
});

test("external schedules are counted beyond one page", async () => {
  const on = { mandate: await mandate() };
  const before = await gc.account.externalSchedules();
  for (let made = 0; made < 501; made += 1)
    await sandbox.desk("/gocardless/subscriptions", { ...on, amountCents: 100 });
  const { subscriptions } = await gc.account.externalSchedules();
  expect(subscriptions).toEqual({
    count: before.subscriptions.count + 501,
    cents: before.subscriptions.cents + 50_100,
  });
});

test("a creditor has the city of its address", async () => {
  expect(await gc.account.creditor()).toMatchObject({ city: "Leipzig" });
});

test("an empty list of creditors is read again before it counts as empty", async () => {
  await sandbox.fault("gocardless", "partial-page", "/creditors");
  expect(await gc.account.creditor()).toMatchObject({ city: "Leipzig" });
});
