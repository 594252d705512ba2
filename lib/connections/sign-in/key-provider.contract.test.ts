import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { withAccounting } from "@/lib/connections/provider/access";
import { readAccount } from "@/lib/connections/record/data";
import { endConnection } from "@/lib/connections/record/mutations";
import { disconnect } from "@/lib/connections/record/provider";
import { openToken } from "@/lib/connections/tokens/mutations";
import { db } from "@/lib/core/database/db";
import { syncInvoices } from "@/lib/invoices/sync/jobs";
import { jobs } from "@/lib/jobs/catalogue";
import { poll } from "@/lib/schedule/jobs";
import { seedConnection } from "@/prisma/seed/connect";
import { type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { TestSandbox } from "@/test/sandbox";
import { openNotices } from "@/test/supplier-data";
import { openSevdesk } from "@/test/twin-supplier";
import { connectByKey } from "./key-provider";
import { startConnection } from "./oauth-provider";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

let supplier: SeededSupplier;
let account: { id: string; apiKey: string };
beforeEach(async () => {
  supplier = await seedSupplier();
  account = await openSevdesk(sandbox, `Werkstatt ${randomUUID().slice(0, 8)}`);
});

const connect = (apiKey = account.apiKey, who = supplier) => connectByKey(who, "SEVDESK", apiKey);
const row = async (who = supplier) =>
  await db.connection.findUnique({ where: { customerId_type: { customerId: who.customerId, type: "SEVDESK" } } });
const identify = () => withAccounting(supplier.customerId, ({ books }) => books.identify());
const turn = async (what: "rotate" | "revoke") =>
  (await sandbox.desk<{ apiKey: string }>(`/sevdesk/keys/${what}`, { client: account.id })).apiKey;

describe("connecting by a key", () => {
  test("identifies the account, encrypts the key, and shows only its last characters", async () => {
    await connect();
    const stored = await row();
    expect(stored).toMatchObject({ status: "connected", organisationId: account.id });
    expect(JSON.stringify(stored)).not.toContain(account.apiKey);
    expect(openToken(supplier.customerId, "SEVDESK", "access", stored?.accessToken ?? "")).toBe(account.apiKey);
    const view = await readAccount(supplier.customerId, "SEVDESK");
    expect(view).toMatchObject({ keyEnding: account.apiKey.slice(-4), status: "connected", lastInvoiceId: null });
    const audit = await db.auditEntry.findMany({ where: { customerId: supplier.customerId, subject: "SEVDESK" } });
    expect(audit).toMatchObject([{ action: "connection.connected", userName: supplier.actor.userName }]);
    expect(await waitingJobs(jobs.setUpConnection)).toContainEqual({
      customerId: supplier.customerId,
      type: "SEVDESK",
    });
  });

  test.each([
    ["a key nobody has", "0123456789abcdef0123456789abcdef"],
    ["no key at all", "Liebes sevdesk, bitte"],
  ])("refuses %s and stores nothing", async (_what, key) => {
    await expect(connect(key)).rejects.toMatchObject({ code: "api_key_refused", fields: [{ field: "apiKey" }] });
    expect(await row()).toBeNull();
  });

  test("can be repeated after the vendor did not answer", async () => {
    await sandbox.fault("sevdesk", "status-500", "/api/v1/SevUser");
    await expect(connect()).rejects.toMatchObject({ isRetryable: true });
    expect(await row()).toBeNull();
    await connect();
    expect(await row()).toMatchObject({ status: "connected" });
  });

  test("refuses an account that another supplier has connected", async () => {
    await connect();
    const other = await seedSupplier();
    await expect(connect(account.apiKey, other)).rejects.toMatchObject({ code: "organisation_taken" });
    expect(await row(other)).toBeNull();
  });
});

describe("a key", () => {
  test("that was revoked ends the connection and raises a notice, until a new one is stored", async () => {
    await connect();
    const next = await turn("rotate");
    await expect(identify()).rejects.toMatchObject({ code: "connection_revoked" });
    expect(await row()).toMatchObject({ status: "revoked", accessToken: null, keyEnding: null });
    expect(await openNotices(supplier.customerId)).toEqual(["connection-lost:SEVDESK"]);
    await connect(next);
    expect(await openNotices(supplier.customerId)).toEqual([]);
    expect(await identify()).toMatchObject({ organisationId: account.id });
  });

  test("that replaces another one is used from then on, and a late failure of the old one ends nothing", async () => {
    await connect();
    const before = await row();
    const next = await turn("rotate");
    await connect(next);
    const late = { status: "revoked", reason: "access_refused", ifConnectedAt: new Date(0) } as const;
    await endConnection(supplier.customerId, "SEVDESK", late);
    expect(await row()).toMatchObject({ status: "connected", keyEnding: next.slice(-4) });
    expect(before?.keyEnding).not.toBe(next.slice(-4));
    await identify();
  });

  test("of another account is refused while one is connected, by key and by sign-in", async () => {
    await connect();
    const other = await openSevdesk(sandbox, `Werkstatt ${randomUUID().slice(0, 8)}`);
    const before = await row();
    await expect(connect(other.apiKey)).rejects.toMatchObject({ code: "account_in_use" });
    expect(await row()).toEqual(before);
    const name = `Werkstatt ${randomUUID()}`;
    await seedConnection(supplier, "GOCARDLESS", { name });
    const again = seedConnection(supplier, "GOCARDLESS", { name: `${name} B` });
    await expect(again).rejects.toMatchObject({ code: "account_in_use" });
    await disconnect(supplier.customerId, "SEVDESK", supplier.actor);
    await connect(other.apiKey);
    expect(await row()).toMatchObject({ organisationId: other.id });
  });

  test("is deleted when the supplier disconnects, and another supplier may then connect the account", async () => {
    await connect();
    await disconnect(supplier.customerId, "SEVDESK", supplier.actor);
    expect(await row()).toMatchObject({ status: "disconnected", accessToken: null, organisationId: null });
    await expect(identify()).rejects.toMatchObject({ code: "connection_missing" });
    await connect(account.apiKey, await seedSupplier());
  });
});

describe("one accounting system at a time", () => {
  test("a second one is refused until the first is disconnected, in both directions", async () => {
    await connect();
    const start = () => startConnection({ ...supplier, role: "member", provedAt: null }, "LEXOFFICE");
    await expect(start()).rejects.toMatchObject({ code: "books_in_use" });
    await disconnect(supplier.customerId, "SEVDESK", supplier.actor);
    await seedConnection(supplier, "LEXOFFICE", { name: `Werkstatt ${randomUUID()}` });
    await expect(connect()).rejects.toMatchObject({ code: "books_in_use" });
    expect(await row()).toMatchObject({ status: "disconnected" });
  });

  test("only one of two connected at the same moment is accepted", async () => {
    const begun = await startConnection({ ...supplier, role: "member", provedAt: null }, "LEXOFFICE");
    expect(begun).toContain("/oauth2/authorize");
    const results = await Promise.allSettled([
      connect(),
      seedConnection(supplier, "LEXOFFICE", { name: `Werkstatt ${randomUUID()}` }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { customerId } = supplier;
    expect(await db.connection.count({ where: { customerId, status: "connected" } })).toBe(1);
  });

  test("a lost connection is replaced by the system connected next", async () => {
    await connect();
    await turn("revoke");
    await expect(identify()).rejects.toMatchObject({ code: "connection_revoked" });
    await seedConnection(supplier, "LEXOFFICE", { name: `Werkstatt ${randomUUID()}` });
    expect(await row()).toMatchObject({ status: "disconnected" });
    expect(await openNotices(supplier.customerId)).toEqual([]);
  });
});

describe("an accounting system without webhooks", () => {
  test("is polled every ten minutes; one with webhooks is not", async () => {
    await connect();
    const caller = await seedSupplier();
    await seedConnection(caller, "LEXOFFICE", { name: `Werkstatt ${randomUUID()}` });
    await clearJobs();
    await db.connection.updateMany({ data: { listingWantedAt: null } });
    await poll.run({});
    const asked = await waitingJobs(jobs.syncInvoices);
    expect(asked).toContainEqual({ customerId: supplier.customerId });
    expect(asked).not.toContainEqual({ customerId: caller.customerId });
    // Only changes are polled; the hourly check lists all documents.
    expect(await db.connection.count({ where: { listingWantedAt: { not: null } } })).toBe(0);
  });

  test("reports which document was changed last", async () => {
    await connect();
    const written = await sandbox.desk<{ id: string }>("/sevdesk/invoices", {
      client: account.id,
      contact: { name: "Café Ähre", email: "buero@aehre.example" },
      amountCents: 11_900,
    });
    await syncInvoices.run({ customerId: supplier.customerId });
    const view = await readAccount(supplier.customerId, "SEVDESK");
    expect(view).toMatchObject({ lastInvoiceId: written.id, lastSyncedAt: expect.any(String) });
  });
});
