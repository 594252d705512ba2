import { InvalidSignatureError, parse } from "gocardless-nodejs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestWorld, type TestWorld } from "./test-world";
import { APP } from "./world";

let world: TestWorld;
beforeEach(async () => {
  world = await startTestWorld({ webhookRetryMs: [30, 30, 30, 30, 30, 30, 30, 30] });
});
afterEach(() => world.close());

const makeMandate = (email: string) =>
  world.desk("/gocardless/mandates", { customer: { companyName: "Test AG", email } });

describe("webhooks", () => {
  it("are signed over their bytes and carry the organisation", async () => {
    await makeMandate("a@test.example");
    const [event] = await world.events(1);
    expect(event).toMatchObject({ resource_type: "mandates", action: "created", links: { organisation: "OR000DEMO" } });
    const [webhook] = world.received;
    expect(JSON.parse(webhook?.raw ?? "")).toMatchObject({ meta: { webhook_id: expect.stringMatching(/^WB/) } });
    expect(() => parse(`${webhook?.raw} `, APP.webhookSecret, webhook?.signature ?? "")).toThrow(
      expect.any(InvalidSignatureError),
    );
    const { webhooks } = await world.client().webhooks.list({ successful: true });
    expect(webhooks[0]).toMatchObject({ response_code: 204, is_test: true });
    await world.client().webhooks.retry(webhooks[0]?.id ?? "");
    expect(await world.events(2)).toHaveLength(2);
  });

  it("are sent at once on request", async () => {
    const late = await startTestWorld({ webhookDelayMs: 3_600_000 });
    await late.desk("/gocardless/mandates", { customer: { companyName: "Test AG", email: "a@test.example" } });
    expect(late.received).toEqual([]);
    await late.twin.sendWebhooks?.();
    expect(late.received).toMatchObject([{ raw: expect.stringContaining('"action":"created"') }]);
    await late.twin.sendWebhooks?.();
    expect(late.received).toHaveLength(1);
    await late.close();
  });

  it("are sent in batches of 250", async () => {
    const { mandates } = await world.client().mandates.list({ status: ["active"] });
    const mandate = mandates[0]?.id;
    for (let count = 0; count < 130; count += 1) {
      await world.desk("/gocardless/payments", { mandate, amountCents: 100 });
    }
    await world.events(130);
    world.received.length = 0;
    await world.kit.clock.advanceDays(7);
    const events = await world.events(260);
    expect(events).toHaveLength(260);
    const sizes = world.received.map(({ raw }) => (JSON.parse(raw) as { events: unknown[] }).events.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(250);
  });

  it("are sent twice, in another order or with a forged signature when such a fault is armed", async () => {
    world.kit.faults.add({ provider: "gocardless", kind: "duplicate", times: 1 });
    await makeMandate("b@test.example");
    const [first, second] = await world.events(2);
    expect(first?.id).toBe(second?.id);
    world.received.length = 0;
    world.kit.faults.add({ provider: "gocardless", kind: "reorder", times: 1 });
    await world.desk("/gocardless/mandates/b@test.example/replace");
    expect((await world.events(2)).map((event) => event.action)).toEqual(["replaced", "created"]);
    world.received.length = 0;
    world.kit.faults.add({ provider: "gocardless", kind: "wrong-signature", times: 1 });
    await makeMandate("c@test.example");
    await expect(world.events(1)).rejects.toBeInstanceOf(InvalidSignatureError);
  });

  it("are not sent for organisations that are not connected", async () => {
    await world.desk("/gocardless/connections/CN000DEMO/revoke");
    await world.events(1);
    await makeMandate("d@test.example");
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await world.events(1)).toHaveLength(1);
  });
});
