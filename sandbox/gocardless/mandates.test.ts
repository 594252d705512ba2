import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addTargetDays } from "../kit/calendar";
import { TEST_IBAN } from "./iban";
import { startTestWorld, type TestWorld } from "./test-world";

let world: TestWorld;
beforeEach(async () => {
  world = await startTestWorld();
});
afterEach(() => world.close());

const payer = {
  company_name: "Sommer & Söhne GmbH",
  email: "buchhaltung@sommer.example",
  address_line1: "Weg 1",
  postal_code: "10115",
  city: "Berlin",
  country_code: "DE",
};

async function invite() {
  const client = world.client();
  const request = await client.billingRequests.create({
    mandate_request: { scheme: "sepa_core", currency: "EUR", verify: "minimum", metadata: { contact: "c_17" } },
    metadata: { request: "mr_42" },
  });
  const flow = await client.billingRequestFlows.create({
    redirect_uri: "https://app.example.test/m/done",
    exit_uri: "https://app.example.test/m/exit",
    language: "de",
    prefilled_customer: payer,
    lock_currency: true,
    links: { billing_request: request.id },
  });
  return { client, request, flow, pageUrl: flow.authorisation_url ?? "" };
}

function send(pageUrl: string, values: Record<string, string>): Promise<Response> {
  const url = new URL(pageUrl);
  const body = new URLSearchParams({ id: url.searchParams.get("id") ?? "", ...values });
  return fetch(`${url.origin}${url.pathname}`, { method: "POST", body, redirect: "manual" });
}

describe("a mandate request", () => {
  it("is signed on the payer's page, with an event for every step", async () => {
    const { client, request, flow, pageUrl } = await invite();
    const page = await (await fetch(pageUrl)).text();
    expect(page).toContain("Werkstatt Lindenhof GmbH");
    expect(page).toContain("Sommer &#38; S");
    const wrong = await send(pageUrl, { ...payer, iban: "DE00370400440532013000", do: "sign" });
    expect([wrong.status, (await wrong.text()).includes("Diese IBAN ist nicht gültig")]).toEqual([422, true]);
    const signed = await send(pageUrl, { ...payer, iban: TEST_IBAN, do: "sign" });
    expect(signed.headers.get("location")).toBe(`https://app.example.test/m/done?outcome=success&id=${request.id}`);
    const done = await client.billingRequests.find(request.id);
    expect(done.status).toBe("fulfilled");
    const mandate = await client.mandates.find(done.links?.mandate_request_mandate ?? "");
    expect(mandate).toMatchObject({
      status: "pending_submission",
      metadata: { contact: "c_17" },
      next_possible_charge_date: addTargetDays(world.kit.clock.today(), 3),
    });
    const account = await client.customerBankAccounts.find(mandate.links?.customer_bank_account ?? "");
    expect(account).toMatchObject({ account_number_ending: "00", bank_name: "COMMERZBANK" });
    expect(JSON.stringify(account)).not.toContain("0532013");
    const events = await world.events(8);
    expect(events.map((event) => `${event.resource_type}.${event.action}`)).toEqual([
      "billing_requests.created",
      "billing_requests.flow_created",
      "billing_requests.flow_visited",
      "billing_requests.collect_customer_details",
      "billing_requests.collect_bank_account",
      "billing_requests.payer_details_confirmed",
      "billing_requests.fulfilled",
      "mandates.created",
    ]);
    expect(events[6]?.links).toMatchObject({ mandate_request_mandate: mandate.id, organisation: "OR000DEMO" });
    expect((await fetch(pageUrl)).status).toBe(410);
    expect(flow.links).toEqual({ billing_request: request.id });
  });

  it("lets the payer leave, expires after 7 days, and closes its page when cancelled", async () => {
    const { client, request, pageUrl } = await invite();
    const left = await send(pageUrl, { do: "exit" });
    expect(left.headers.get("location")).toContain("https://app.example.test/m/exit");
    await world.kit.clock.advanceDays(8);
    expect(await (await fetch(pageUrl)).text()).toContain("abgelaufen");
    await client.billingRequests.cancel(request.id, {});
    expect(await (await fetch(pageUrl)).text()).toContain("zurückgezogen");
    await expect(client.billingRequests.cancel(request.id, {})).rejects.toMatchObject({ errorType: "invalid_state" });
  });

  it("can be fulfilled by API calls, reusing an existing customer", async () => {
    const client = world.client();
    const customer = await client.customers.create({
      given_name: "Ada",
      family_name: "Klee",
      email: "ada@klee.example",
    });
    const { id } = await client.billingRequests.create({
      mandate_request: { scheme: "sepa_core", currency: "EUR" },
      links: { customer: customer.id },
    });
    await client.billingRequests.collectBankAccount(id, { iban: TEST_IBAN, account_holder_name: "Ada Klee" });
    await client.billingRequests.confirmPayerDetails(id, {});
    const fulfilled = await client.billingRequests.fulfil(id, {});
    expect(fulfilled).toMatchObject({ status: "fulfilled", links: { customer: customer.id } });
  });
});

describe("a mandate", () => {
  async function mandateWithPayment() {
    const client = world.client();
    const { mandates } = await client.mandates.list({ status: ["active"] });
    const mandate = mandates[0]?.id ?? "";
    const payment = await client.payments.create({ amount: 500, currency: "EUR", links: { mandate } });
    return { client, mandate, payment: payment.id ?? "" };
  }

  it("cancels its waiting payments when it is cancelled, with child events", async () => {
    const { client, mandate, payment } = await mandateWithPayment();
    await client.mandates.cancel(mandate, { metadata: { why: "moved" } });
    expect((await client.payments.find(payment)).status).toBe("cancelled");
    const [, cancelled, child] = await world.events(3);
    expect(cancelled).toMatchObject({ action: "cancelled", metadata: { why: "moved" }, links: { mandate } });
    expect(child).toMatchObject({
      links: { payment, parent_event: cancelled?.id },
      details: { cause: "mandate_cancelled" },
    });
    await expect(client.payments.create({ amount: 1, currency: "EUR", links: { mandate } })).rejects.toMatchObject({
      code: 422,
      errors: [{ reason: "mandate_is_inactive" }],
    });
    await client.mandates.reinstate(mandate, {});
    await world.kit.clock.advanceDays(5);
    expect((await client.mandates.find(mandate)).status).toBe("active");
  });

  it("is replaced, transferred, expired and failed by the control panel", async () => {
    const { client, mandate, payment } = await mandateWithPayment();
    const replaced = await world.desk(`/gocardless/mandates/${mandate}/replace`);
    const successor = String(replaced.body.newMandate?.id);
    expect((await client.payments.find(payment)).links?.mandate).toBe(successor);
    await expect(client.payments.create({ amount: 1, currency: "EUR", links: { mandate } })).rejects.toMatchObject({
      errors: [{ reason: "mandate_replaced", links: { new_mandate: successor } }],
    });
    expect((await world.desk(`/gocardless/mandates/${successor}/transfer`)).status).toBe(200);
    expect((await world.desk("/gocardless/mandates/rechnung@baeckerei.example/expire")).body.mandate?.status).toBe(
      "expired",
    );
    expect((await client.payments.find(payment)).status).toBe("cancelled");
    expect((await world.desk(`/gocardless/mandates/${successor}/fail`)).status).toBe(422);
    expect((await world.desk("/gocardless/mandates/tobias.kern@mail.example/fail")).body.mandate?.status).toBe(
      "failed",
    );
  });

  it("is signed by e-mail address in the control panel, which refuses if there is nothing to sign", async () => {
    const nothing = await world.desk("/gocardless/mandates/nobody@mail.example/sign");
    expect(nothing.status).toBe(404);
    const { client, request } = await invite();
    const signed = await world.desk("/gocardless/mandates/Buchhaltung@Sommer.example/sign");
    expect(signed.status).toBe(200);
    expect((await client.billingRequests.find(request.id)).links?.mandate_request_mandate).toBe(
      signed.body.mandate?.id,
    );
    const foreign = await world.desk("/gocardless/mandates", {
      customer: { name: "Eva Lang", email: "eva@lang.example" },
    });
    expect(foreign.body.mandate?.status).toBe("pending_submission");
    expect((await client.mandates.list()).mandates[0]?.id).toBe(foreign.body.mandate?.id);
  });
});
