import { afterEach, expect, it } from "vitest";
import { startTestWorld, type TestWorld } from "./test-world";

let world: TestWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

it("lists external schedules by status, mandate and customer, to their owner only", async () => {
  world = await startTestWorld();
  const client = world.client();
  const customer = { companyName: "Kino Rialto", email: "kasse@rialto.example" };
  const made = await world.desk("/gocardless/mandates", { customer });
  const mandate = made.body.mandate as { id: string };
  const payer = made.body.customer as { id: string };
  const laid = await world.desk("/gocardless/subscriptions", { customer: payer.id, amountCents: 1_250, name: "Abo" });
  expect(laid.status).toBe(200);
  await world.desk("/gocardless/instalment-schedules", { mandate: customer.email, amountCents: 30_000 });
  const { subscriptions } = await client.subscriptions.list({ status: ["active", "paused"], mandate: mandate.id });
  expect(subscriptions).toMatchObject([
    { amount: 1_250, currency: "EUR", interval_unit: "monthly", links: { mandate: mandate.id } },
  ]);
  const { instalment_schedules } = await client.instalmentSchedules.list({ customer: payer.id });
  expect(instalment_schedules).toMatchObject([{ total_amount: 30_000, status: "active" }]);
  expect((await client.subscriptions.list({ status: ["paused"] })).subscriptions).toEqual([]);
  const found = await client.subscriptions.find(subscriptions[0]?.id ?? "");
  expect(found).toMatchObject({ name: "Abo" });
});

it("refuses an unknown status, and a control panel call without a usable mandate", async () => {
  world = await startTestWorld();
  const client = world.client();
  await expect(client.subscriptions.list({ status: ["asleep" as "active"] })).rejects.toThrow();
  await expect(client.instalmentSchedules.list({ status: ["asleep" as "active"] })).rejects.toThrow();
  expect((await world.desk("/gocardless/subscriptions", { mandate: "MD404", amountCents: 100 })).status).toBe(404);
  const mandate = "rechnung@baeckerei.example";
  expect((await world.desk("/gocardless/subscriptions", { mandate, amountCents: 0 })).status).toBe(422);
  expect((await world.desk("/gocardless/subscriptions", { mandate, amountCents: 1, interval: "daily" })).status).toBe(
    422,
  );
});
