import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { env } from "@/lib/core/env";
import { gocardlessDirectDebit } from "@/lib/providers/payments/gocardless";
import { readGocardlessWebhook } from "@/lib/providers/payments/gocardless/webhook";
import { isUsable } from "@/lib/statuses/mandate-rules";
import { PAYER } from "@/test/payer-details";
import { TestSandbox } from "@/test/sandbox";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

const { accessToken } = (await sandbox.state()).gocardless;
const gc = gocardlessDirectDebit({ accessToken, apiUrl: env().GOCARDLESS_API_URL, timeoutMs: 8_000 });

const input = (contact: string) => ({
  description: "Werkstatt: RE-1042",
  metadata: { request: "mrq_1" },
  mandateMetadata: { contact, request: "mrq_1" },
});
const page = (signingId: string, changes: object = {}) => ({
  signingId,
  payer: PAYER,
  language: "de",
  returnUrl: `${env().APP_URL}/m/x/return`,
  exitUrl: `${env().APP_URL}/m/x/exit`,
  ...changes,
});

/** Submits the hosted page as the payer. */
async function sign(url: string, changes: Record<string, string> = {}): Promise<Response> {
  const fields = {
    company_name: "Café Ähre",
    email: "zahler@aehre.example",
    address_line1: "Ahornweg 4",
    postal_code: "01099",
    city: "Dresden",
    country_code: "DE",
    iban: "DE89370400440532013000",
    ...changes,
  };
  const form = new URLSearchParams({ id: new URL(url).searchParams.get("id") ?? "", ...fields });
  return await fetch(url.replace("localhost", "127.0.0.1"), { method: "POST", body: form, redirect: "manual" });
}

describe("a signing", () => {
  test("is started once per key", async () => {
    const key = randomUUID();
    const id = await gc.mandates.startSigning(input("con_1"), key);
    expect(await gc.mandates.startSigning(input("con_1"), key)).toBe(id);
    expect(await gc.mandates.startSigning(input("con_1"), randomUUID())).not.toBe(id);
    expect(await gc.mandates.readSigning(id)).toEqual({ state: "open", mandateId: null });
  });

  test("whose start had an unreadable answer is the same one after a retry", async () => {
    const key = randomUUID();
    await sandbox.fault("gocardless", "malformed-json", "/billing_requests");
    await expect(gc.mandates.startSigning(input("con_1"), key)).rejects.toMatchObject({ isOutcomeUnknown: true });
    const id = await gc.mandates.startSigning(input("con_1"), key);
    const { billingRequests } = (await sandbox.state()).gocardless as unknown as { billingRequests: { id: string }[] };
    expect(billingRequests.at(-1)?.id).toBe(id);
  });

  test("has a new page for every visit, prefilled and in the payer's language", async () => {
    const id = await gc.mandates.startSigning(input("con_1"), randomUUID());
    const urls = [
      await gc.mandates.openPage(page(id), randomUUID()),
      await gc.mandates.openPage(page(id), randomUUID()),
    ];
    expect(urls[0]).not.toBe(urls[1]);
    for (const url of urls) {
      const html = await (await fetch(url.replace("localhost", "127.0.0.1"))).text();
      expect(html).toContain("Café Ähre");
      expect(html).toContain('lang="de"');
      expect(html).toContain("Ahornweg 4");
    }
  });

  test("has no second page under a used key, which is a conflict", async () => {
    const [id, key] = [await gc.mandates.startSigning(input("con_1"), randomUUID()), randomUUID()];
    await gc.mandates.openPage(page(id), key);
    await expect(gc.mandates.openPage(page(id), key)).rejects.toMatchObject({
      kind: "conflict",
      isOutcomeUnknown: false,
    });
  });

  test("by a person is prefilled with the person's name", async () => {
    const id = await gc.mandates.startSigning(input("con_1"), randomUUID());
    const payer = { ...PAYER, companyName: null, firstName: "Jörg", lastName: "Müller" };
    const url = await gc.mandates.openPage(page(id, { payer, language: "en" }), randomUUID());
    const html = await (await fetch(url.replace("localhost", "127.0.0.1"))).text();
    expect(html).toContain("Jörg");
    expect(html).toContain('lang="en"');
  });

  test("that is completed yields a mandate with our metadata, usable before its first debit", async () => {
    const id = await gc.mandates.startSigning(input("con_77"), randomUUID());
    const back = await sign(await gc.mandates.openPage(page(id), randomUUID()));
    expect(back.headers.get("location")).toContain("/m/x/return");
    const signing = await gc.mandates.readSigning(id);
    expect(signing).toMatchObject({ state: "signed", mandateId: expect.stringMatching(/^MD/) });
    const mandate = await gc.mandates.read(signing.mandateId ?? "");
    expect(mandate).toMatchObject({
      metadata: { contact: "con_77", request: "mrq_1" },
      scheme: "sepa_core",
      status: "pending_submission",
      nextPossibleChargeDate: expect.any(String),
    });
    expect(isUsable(mandate.status)).toBe(true);
    expect(await gc.mandates.readPayer(mandate.customerId ?? "")).toMatchObject({
      name: "Café Ähre",
      email: "zahler@aehre.example",
    });
    // Country and last digits, never the whole account number.
    expect(await gc.mandates.readAccountHint(mandate.bankAccountId ?? "")).toMatchObject({
      hint: "DE …00",
      bankName: expect.any(String),
    });
  });

  test("with an invalid IBAN stays open", async () => {
    const id = await gc.mandates.startSigning(input("con_1"), randomUUID());
    const answer = await sign(await gc.mandates.openPage(page(id), randomUUID()), { iban: "DE00370400440532013000" });
    expect(answer.status).toBe(422);
    expect(await gc.mandates.readSigning(id)).toMatchObject({ state: "open" });
  });

  test("that is cancelled is closed; cancelling it twice or after the signature is not an error", async () => {
    const id = await gc.mandates.startSigning(input("con_1"), randomUUID());
    await gc.mandates.cancelSigning(id);
    expect(await gc.mandates.readSigning(id)).toEqual({ state: "closed", mandateId: null });
    await expect(gc.mandates.cancelSigning(id)).resolves.toBeUndefined();
    const signed = await gc.mandates.startSigning(input("con_1"), randomUUID());
    await sign(await gc.mandates.openPage(page(signed), randomUUID()));
    await expect(gc.mandates.cancelSigning(signed)).resolves.toBeUndefined();
    expect(await gc.mandates.readSigning(signed)).toMatchObject({ state: "signed" });
  });
});

describe("cancelling a mandate", () => {
  test("ends it with its payments not yet submitted, and is not an error when repeated", async () => {
    const { mandate } = await sandbox.desk<{ mandate: { id: string } }>("/gocardless/mandates", {
      customer: { companyName: "Café Ähre", email: "ende@aehre.example" },
    });
    const { nextPossibleChargeDate } = await gc.mandates.read(mandate.id);
    const payment = await gc.payments.create(
      {
        mandateId: mandate.id,
        amountCents: 1_000,
        chargeDate: nextPossibleChargeDate ?? "",
        reference: "RE-1",
        description: "RE-1",
        metadata: {},
      },
      randomUUID(),
    );
    expect(await gc.mandates.cancel(mandate.id)).toMatchObject({ status: "cancelled", nextPossibleChargeDate: null });
    expect((await gc.payments.read(payment.id)).status).toBe("cancelled");
    expect(await gc.mandates.cancel(mandate.id)).toMatchObject({ status: "cancelled" });
  });
});

describe("mandates of other tools", () => {
  test("are in the list together with ours", async () => {
    const made = await sandbox.desk<{ mandate: { id: string } }>("/gocardless/mandates", {
      customer: { companyName: "Fremd GmbH", email: "fremd@fremd.example" },
    });
    const { rows } = await gc.mandates.list();
    expect(rows.find((row) => row.id === made.mandate.id)).toMatchObject({
      metadata: {},
      status: "pending_submission",
    });
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
  });

  test("return no details of a payer or account that no longer exists", async () => {
    expect(await gc.mandates.readPayer("CU000NOTHING")).toBeUndefined();
    expect(await gc.mandates.readAccountHint("BA000NOTHING")).toBeUndefined();
  });

  test.each([
    ["cancel", "cancelled"],
    ["fail", "failed"],
    ["expire", "expired"],
  ])("after %s have the status %s and no next charge date", async (what, status) => {
    const { mandate } = await sandbox.desk<{ mandate: { id: string } }>("/gocardless/mandates", {
      customer: { companyName: "Ende GmbH", email: "e@ende.example" },
    });
    await sandbox.desk(`/gocardless/mandates/${mandate.id}/${what}`, {});
    expect(await gc.mandates.read(mandate.id)).toMatchObject({ status, nextPossibleChargeDate: null });
  });
});

describe("webhooks of GoCardless", () => {
  const read = (raw: Buffer, signature: string | null) =>
    readGocardlessWebhook(raw, signature, env().GOCARDLESS_WEBHOOK_SECRET);

  test("that were sent are verified and name the organisation, and are rejected after a change", async () => {
    const { mandate } = await sandbox.desk<{ mandate: { id: string } }>("/gocardless/mandates", {
      customer: { companyName: "Post GmbH", email: "p@post.example" },
    });
    const sent = await sandbox.webhook(({ raw }) => raw.includes(mandate.id));
    expect(sent.path).toBe("/api/webhooks/gocardless");
    const events = read(sent.raw, sent.headers.get("webhook-signature"));
    const event = events?.find((one) => one.resourceId === mandate.id && one.action === "created");
    expect(event).toMatchObject({ resource: "mandates", action: "created", organisationId: "OR000DEMO" });
    const tampered = Buffer.from(sent.raw.toString("utf8").replace("created", "cancelled"));
    expect(read(tampered, sent.headers.get("webhook-signature"))).toBeUndefined();
  });

  test("with a wrong signature are rejected", async () => {
    await sandbox.fault("gocardless", "wrong-signature", "/api/webhooks/gocardless", 100);
    const { mandate } = await sandbox.desk<{ mandate: { id: string } }>("/gocardless/mandates", {
      customer: { companyName: "Falsch GmbH", email: "f@falsch.example" },
    });
    const sent = await sandbox.webhook(({ raw }) => raw.includes(mandate.id));
    expect(read(sent.raw, sent.headers.get("webhook-signature"))).toBeUndefined();
  });

  test("report that the supplier revoked access, with an id that we derive", async () => {
    await sandbox.desk("/gocardless/connections/OR000DEMO/revoke", {});
    const sent = await sandbox.webhook(({ raw }) => raw.includes("disconnected"));
    const [event] = (read(sent.raw, sent.headers.get("webhook-signature")) ?? []).filter(
      (one) => one.action === "disconnected",
    );
    expect(event).toMatchObject({
      resource: "organisations",
      organisationId: "OR000DEMO",
      id: expect.stringMatching(/^organisations:disconnected:OR000DEMO:/),
    });
    await expect(gc.account.creditor()).rejects.toMatchObject({ kind: "auth" });
  });
});
