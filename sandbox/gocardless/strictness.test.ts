import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { TwinClock } from "../kit/clock";
import { Faults } from "../kit/faults";
import { RequestLog } from "../kit/requests";
import { Store } from "../kit/store";
import { startTestWorld, type TestWorld } from "./test-world";
import { createGoCardlessTwin } from "./twin";

let world: TestWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

const HEADERS = {
  authorization: "Bearer gc-demo-token",
  "gocardless-version": "2015-07-06",
  "content-type": "application/json",
};

async function raw(path: string, init: RequestInit = {}) {
  const response = await fetch(`${world?.url}${path}`, { headers: HEADERS, ...init });
  const body = (await response.json()) as { error: { type: string; code: number; errors: { reason: string }[] } };
  return { status: response.status, headers: response.headers, reason: body.error?.errors[0]?.reason };
}

describe("every call", () => {
  it("without version, token or valid path is refused with the vendor's envelope", async () => {
    world = await startTestWorld();
    const { "gocardless-version": _version, ...unversioned } = HEADERS;
    expect(await raw("/payments", { headers: unversioned })).toMatchObject({
      status: 400,
      reason: "missing_version_header",
    });
    const anonymous = { "gocardless-version": "2015-07-06" };
    expect(await raw("/payments", { headers: anonymous })).toMatchObject({ status: 401, reason: "unauthorized" });
    const stranger = { ...HEADERS, authorization: "Bearer nobody" };
    expect(await raw("/payments", { headers: stranger })).toMatchObject({
      status: 401,
      reason: "access_token_not_found",
    });
    const broken = { method: "POST", body: '{"payments":' };
    expect(await raw("/payments", broken)).toMatchObject({ status: 400, reason: "invalid_document_structure" });
    expect(await raw("/payments?colour=red")).toMatchObject({ status: 400, reason: "invalid_filters" });
    expect(await raw("/nothing")).toMatchObject({ status: 404, reason: "path_not_found" });
    expect(await raw("/payments/PM404")).toMatchObject({ status: 404, reason: "resource_not_found" });
  });

  it("is limited per organisation and minute", async () => {
    world = await startTestWorld({ requestsPerMinute: 3 });
    const limited: number[] = [];
    for (let count = 0; count < 8; count += 1) limited.push((await raw("/creditors")).status);
    // Eight calls span at most two windows of three.
    expect(limited.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
    const last = await raw("/creditors");
    expect(last.headers.get("ratelimit-limit")).toBe("3");
    expect(last.headers.get("ratelimit-reset")).toMatch(/GMT$/);
  });

  it("meets the faults that the control panel arms", async () => {
    world = await startTestWorld();
    world.kit.faults.add({ provider: "gocardless", kind: "partial-page", times: 1, match: { path: "/mandates" } });
    expect((await world.client().mandates.list()).mandates).toHaveLength(1);
    expect((await world.client().mandates.list()).mandates).toHaveLength(3);
    world.kit.faults.add({ provider: "gocardless", kind: "status-429", times: 1, match: { method: "POST" } });
    expect(await raw("/customers", { method: "POST", body: "{}" })).toMatchObject({ status: 429 });
    world.kit.faults.add({ provider: "gocardless", kind: "status-500" });
    expect((await fetch(`${world.url}/billing/static/flow?id=BRF1`)).status).toBe(404);
  });
});

describe("additional services", () => {
  it("look up banks, create mandate PDFs and remove customers", async () => {
    world = await startTestWorld();
    const client = world.client();
    const lookup = await client.bankDetailsLookups.create({ iban: "DE89370400440532013000" });
    expect(lookup).toMatchObject({
      bank_name: "COMMERZBANK",
      bic: "COBADEFFXXX",
      available_debit_schemes: ["sepa_core"],
    });
    await expect(client.bankDetailsLookups.create({ iban: "DE89370400440532013001" })).rejects.toMatchObject({
      code: 422,
    });
    const { mandates } = await client.mandates.list();
    const pdf = await client.mandatePdfs.create({ links: { mandate: mandates[0]?.id } });
    const file = await (await fetch(pdf.url ?? "")).text();
    expect(file.slice(0, 5)).toBe("%PDF-");
    const customer = await client.customers.create({ company_name: "Weg GmbH", metadata: { a: "1" } });
    await client.customers.remove(customer.id ?? "");
    await expect(client.customers.find(customer.id ?? "")).rejects.toMatchObject({ code: 410 });
  });
});

describe("the twin's state", () => {
  it("is stored on disk, so that a restarted twin has the same state", () => {
    const folder = mkdtempSync(join(tmpdir(), "gc-twin-"));
    const open = () => {
      const store = new Store(join(folder, "twin.sqlite"));
      const kit = {
        store,
        clock: new TwinClock(store),
        faults: new Faults(),
        log: new RequestLog(),
        appUrl: "http://localhost:1",
      };
      return { store, twin: createGoCardlessTwin(kit) };
    };
    const before = open();
    before.twin.reset("demo");
    const ledger = before.twin.ledger();
    before.store.close();
    const after = open();
    expect(after.twin.ledger()).toEqual(ledger);
    after.twin.reset("empty");
    expect(after.twin.ledger()).toEqual({ payments: [], payouts: [], mandates: [] });
    after.store.close();
    rmSync(folder, { recursive: true });
  });
});
