import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { ACCOUNTING_PACE } from "@/lib/connections/pace/mutations";
import { disconnect } from "@/lib/connections/record/provider";
import { openToken, tokenColumns } from "@/lib/connections/tokens/mutations";
import { accountingAccessToken } from "@/lib/connections/tokens/provider";
import { db } from "@/lib/core/database/db";
import { EVENT_TYPES } from "@/lib/providers/accounting/lexware/callbacks/subscriptions";
import { signInOf } from "@/lib/providers/accounting/registry";
import { ASKED_SYSTEMS } from "@/lib/providers/accounting/systems";
import { setUpConnection } from "@/lib/schedule/jobs";
import { seedConnection } from "@/prisma/seed/connect";
import { type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";
import { TestSandbox } from "@/test/sandbox";
import { changeSettings } from "@/test/settings";
import { openNotices } from "@/test/supplier-data";
import { withAccounting, withDirectDebit } from "./access";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(async () => {
  vi.useRealTimers();
  await sandbox.clearFaults();
});

let supplier: SeededSupplier;
let count = 0;

beforeEach(async () => {
  count += 1;
  supplier = await seedSupplier();
  // Each test has an organisation of its own, so that no test affects another test's connection.
  await seedConnection(supplier, "LEXOFFICE", { name: `Werkstatt ${count} GmbH` });
});

const read = (type: "LEXOFFICE" | "GOCARDLESS" = "LEXOFFICE") =>
  db.connection.findUniqueOrThrow({ where: { customerId_type: { customerId: supplier.customerId, type } } });
const identify = () => withAccounting(supplier.customerId, ({ books }) => books.identify());
const twinConnection = async () => (await read()).externalConnectionId ?? "";
const refreshes = async () => (await sandbox.requests("lexware", "/oauth2/token")).length;
const expire = () =>
  db.connection.updateMany({
    where: { customerId: supplier.customerId, type: "LEXOFFICE" },
    data: { accessExpiresAt: new Date(0) },
  });

describe("a new connection", () => {
  test("stores the organisation it belongs to", async () => {
    expect(await read()).toMatchObject({
      status: "connected",
      accountName: `Werkstatt ${count} GmbH`,
      tokenVersion: 0,
    });
    expect(await identify()).toMatchObject({
      name: `Werkstatt ${count} GmbH`,
      organisationId: (await read()).organisationId,
    });
  });

  test("makes no call that `beforeCall` forbids", async () => {
    const before = (await sandbox.requests("lexware")).length;
    const forbid = () => Promise.reject(new Error("not now"));
    const call = withAccounting(supplier.customerId, ({ books }) => books.identify(), forbid);
    await expect(call).rejects.toThrow("not now");
    expect(await sandbox.requests("lexware")).toHaveLength(before);
  });

  test("is set up once, with its event subscriptions and a request for a listing", async () => {
    await setUpConnection.run({ customerId: supplier.customerId, type: "LEXOFFICE" });
    await setUpConnection.run({ customerId: supplier.customerId, type: "LEXOFFICE" });
    const { organisationId, subscriptionsCheckedAt, listingWantedAt } = await read();
    const { subscriptions } = (await sandbox.state()).lexware as unknown as {
      subscriptions: { organisationId?: string; organisation?: string }[];
    };
    const own = subscriptions.filter((row) => (row.organisationId ?? row.organisation) === organisationId);
    expect(own).toHaveLength(EVENT_TYPES.length);
    expect(subscriptionsCheckedAt).not.toBeNull();
    expect(listingWantedAt).not.toBeNull();
  });
});

describe("access tokens", () => {
  test("are refreshed before they expire, once for all concurrent callers", async () => {
    await expire();
    const before = await refreshes();
    const tokens = await Promise.all(
      Array.from({ length: 6 }, () => accountingAccessToken(supplier.customerId, "LEXOFFICE")),
    );
    expect(new Set(tokens).size).toBe(1);
    expect(await refreshes()).toBe(before + 1);
    expect(await read()).toMatchObject({ tokenVersion: 1, refreshLeaseUntil: null });
    expect(await identify()).toMatchObject({ organisationId: expect.any(String) });
    expect(await refreshes()).toBe(before + 1);
  });

  test("survive a database that is away when the vendor's answer to a refresh arrives", async () => {
    await expire();
    // The database refuses three times, like a server that is starting. The sequence counts them, because no rollback
    // undoes it.
    await db.$executeRaw`CREATE SEQUENCE away`;
    await db.$executeRawUnsafe(`CREATE FUNCTION be_away() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('away') <= 3 THEN RAISE EXCEPTION 'starting up' USING ERRCODE = '57P03'; END IF; RETURN NEW; END $$`);
    await db.$executeRawUnsafe(`CREATE TRIGGER away BEFORE UPDATE OF token_version ON connections
      FOR EACH ROW EXECUTE FUNCTION be_away()`);
    try {
      const before = await refreshes();
      const token = await accountingAccessToken(supplier.customerId, "LEXOFFICE");
      expect(await refreshes()).toBe(before + 1);
      expect(await read()).toMatchObject({ status: "connected", tokenVersion: 1, refreshLeaseUntil: null });
      expect(await accountingAccessToken(supplier.customerId, "LEXOFFICE")).toBe(token);
    } finally {
      await db.$executeRaw`DROP FUNCTION be_away CASCADE`;
      await db.$executeRaw`DROP SEQUENCE away`;
    }
    await expire();
    await identify();
    expect(await read()).toMatchObject({ status: "connected", tokenVersion: 2 });
  });

  test("stay stored while the vendor refuses our client secret, which is no fault of the supplier", async () => {
    await expire();
    const { refreshToken } = await read();
    const putBack = changeSettings({ LEXOFFICE_CLIENT_SECRET: "wrong" });
    onTestFinished(putBack);
    await expect(identify()).rejects.toMatchObject({ kind: "unavailable", code: "invalid_client" });
    putBack();
    expect(await read()).toMatchObject({ status: "connected", refreshToken, refreshLeaseUntil: null });
    expect(await openNotices(supplier.customerId)).toEqual([]);
    expect(await identify()).toMatchObject({ organisationId: (await read()).organisationId });
  });

  describe("whose refresher let its lease expire", () => {
    const leave = () =>
      db.connection.updateMany({
        where: { customerId: supplier.customerId, type: "LEXOFFICE" },
        data: { accessExpiresAt: new Date(0), refreshLeaseUntil: new Date(Date.now() - 1) },
      });

    test("are not refreshed a second time while the first refresher may still store the new pair", async () => {
      await leave();
      const { customerId } = supplier;
      const { refreshToken } = await read();
      const held = openToken(customerId, "LEXOFFICE", "refresh", refreshToken ?? "");
      const pair = await signInOf("LEXOFFICE")?.refresh(held);
      if (!pair) throw new Error("Lexware has a sign-in");
      const before = await refreshes();
      const asked = accountingAccessToken(customerId, "LEXOFFICE");
      // The second caller has begun to wait. Only now the database takes the new pair of the first one.
      await vi.waitFor(async () => expect((await read()).refreshLeaseUntil?.getTime()).toBeGreaterThan(Date.now()));
      const stored = { ...tokenColumns(customerId, "LEXOFFICE", pair), tokenVersion: 1 };
      await db.connection.updateMany({ where: { customerId, type: "LEXOFFICE" }, data: stored });
      expect(await asked).toBe(pair.accessToken);
      expect(await refreshes()).toBe(before);
      expect(await identify()).toMatchObject({ organisationId: expect.any(String) });
      expect(await read()).toMatchObject({ status: "connected", tokenVersion: 1 });
    });

    test("are refreshed by the next caller if the first refresher has died", async () => {
      await leave();
      const before = await refreshes();
      vi.useFakeTimers({ toFake: ["Date"] });
      const asked = identify();
      await vi.waitFor(async () => expect((await read()).refreshLeaseUntil?.getTime()).toBeGreaterThan(Date.now()));
      expect(await refreshes()).toBe(before);
      // Six seconds later the first refresher has stored nothing.
      vi.setSystemTime(Date.now() + 6_000);
      expect(await asked).toMatchObject({ organisationId: expect.any(String) });
      expect(await refreshes()).toBe(before + 1);
      expect(await read()).toMatchObject({ status: "connected", tokenVersion: 1, refreshLeaseUntil: null });
    });
  });

  test("that the vendor rejects early are refreshed after the first 401, and the call is made again", async () => {
    await sandbox.desk(`/lexware/connections/${await twinConnection()}/expire-token`, {});
    const before = await refreshes();
    const calls = (await sandbox.requests("lexware", "/v1/profile")).length;
    expect(await identify()).toMatchObject({ organisationId: expect.any(String) });
    expect(await refreshes()).toBe(before + 1);
    const statuses = (await sandbox.requests("lexware", "/v1/profile")).slice(calls).map((request) => request.status);
    expect(statuses).toEqual([401, 200]);
    expect(await read()).toMatchObject({ status: "connected", tokenVersion: 1 });
  });

  test("that several calls find rejected at the same time are refreshed once", async () => {
    await sandbox.desk(`/lexware/connections/${await twinConnection()}/expire-token`, {});
    const before = await refreshes();
    await Promise.all([identify(), identify(), identify()]);
    expect(await refreshes()).toBe(before + 1);
  });

  test("stay as they are while the authorization server fails, and are refreshed afterwards", async () => {
    await expire();
    await sandbox.fault("lexware", "status-500", "/oauth2/token");
    await expect(identify()).rejects.toMatchObject({ kind: "unavailable" });
    expect(await read()).toMatchObject({ status: "connected", refreshLeaseUntil: null, tokenVersion: 0 });
    expect(await identify()).toMatchObject({ organisationId: expect.any(String) });
  });
});

describe("access that is gone", () => {
  test("ends the connection and raises a notice when a lost answer makes us refresh the old token again", async () => {
    const id = await twinConnection();
    await expire();
    await sandbox.fault("lexware", "malformed-json", "/oauth2/token");
    await expect(identify()).rejects.toMatchObject({ isRetryable: true });
    expect(await read()).toMatchObject({ status: "connected", tokenVersion: 0, refreshLeaseUntil: null });
    await expect(identify()).rejects.toMatchObject({ code: "connection_revoked" });
    expect(await read()).toMatchObject({ status: "revoked", refreshToken: null });
    expect(await openNotices(supplier.customerId)).toContain("connection-lost:LEXOFFICE");
    const { connections } = (await sandbox.state()).lexware;
    expect(connections.find((connection) => connection.id === id)).toMatchObject({ status: "revoked" });
  });

  test("ends the connection at the next call and raises a notice", async () => {
    await sandbox.desk(`/lexware/connections/${await twinConnection()}/revoke`, {});
    await expect(identify()).rejects.toMatchObject({ code: "connection_revoked" });
    expect(await read()).toMatchObject({ status: "revoked", accessToken: null, refreshToken: null });
    expect(await openNotices(supplier.customerId)).toContain("connection-lost:LEXOFFICE");
    const before = (await sandbox.requests("lexware")).length;
    await expect(identify()).rejects.toMatchObject({ code: "connection_missing" });
    expect((await sandbox.requests("lexware")).length).toBe(before);
  });

  test("is not assumed while Lexware only fails temporarily", async () => {
    for (const fault of ["status-500", "status-502-html", "status-429", "reset", "malformed-json"]) {
      await sandbox.fault("lexware", fault, "/v1/profile");
      await expect(identify()).rejects.toMatchObject({ isRetryable: true });
      await db.ratePace.deleteMany();
    }
    expect(await read()).toMatchObject({ status: "connected" });
    expect(await identify()).toMatchObject({ organisationId: expect.any(String) });
  });

  test("a 429 makes all callers of the connection wait", async () => {
    await sandbox.fault("lexware", "status-429", "/v1/profile");
    await expect(identify()).rejects.toMatchObject({ kind: "rate_limited" });
    const [row] = await db.$queryRaw<{ paused: boolean }[]>`
      SELECT arrives_at > clock_timestamp() + interval '2 seconds' AS paused FROM rate_paces WHERE key = ${`LEXOFFICE:${supplier.customerId}`}`;
    expect(row?.paused).toBe(true);
  });

  test("ends a GoCardless connection in the same way", async () => {
    await seedConnection(supplier, "GOCARDLESS", { name: `Werkstatt ${count} GmbH` });
    const creditor = () => withDirectDebit(supplier.customerId, (gc) => gc.account.creditor());
    expect(await creditor()).toMatchObject({ verificationStatus: "successful" });
    await sandbox.desk(`/gocardless/connections/${(await read("GOCARDLESS")).organisationId}/revoke`, {});
    await expect(creditor()).rejects.toMatchObject({ code: "connection_revoked" });
    expect(await read("GOCARDLESS")).toMatchObject({ status: "revoked", accessToken: null });
  });

  test("is also revoked at the vendor when the supplier disconnects", async () => {
    const before = (await sandbox.requests("lexware", "/oauth2/revoke")).length;
    const id = await twinConnection();
    await disconnect(supplier.customerId, "LEXOFFICE", supplier.actor);
    expect((await sandbox.requests("lexware", "/oauth2/revoke")).length).toBe(before + 1);
    const { connections } = (await sandbox.state()).lexware;
    expect(connections.find((connection) => connection.id === id)).toMatchObject({ status: "revoked" });
  });

  test("does not end a connection that was made while the vendor was asked to revoke the previous one", async () => {
    const { organisationId } = await read();
    const fetchUnhindered = globalThis.fetch;
    const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      if (!String(input).endsWith("/oauth2/revoke")) return await fetchUnhindered(input, init);
      spy.mockRestore();
      await seedConnection(supplier, "LEXOFFICE", { id: organisationId ?? "" });
      return await fetchUnhindered(input, init);
    });
    await disconnect(supplier.customerId, "LEXOFFICE", supplier.actor);
    expect(await read()).toMatchObject({ status: "connected", organisationId, endReason: null });
    expect(await identify()).toMatchObject({ organisationId });
  });

  test("one account cannot be connected by two suppliers", async () => {
    const other = await seedSupplier();
    const { organisationId } = await read();
    await expect(seedConnection(other, "LEXOFFICE", { id: organisationId ?? "" })).rejects.toMatchObject({
      code: "organisation_taken",
    });
    expect(await read()).toMatchObject({ status: "connected" });
  });
});

describe("the pace", () => {
  test("of one connection keeps Lexware's limit for all concurrent callers", async () => {
    await db.ratePace.deleteMany();
    ACCOUNTING_PACE.LEXOFFICE.intervalMs = ASKED_SYSTEMS.LEXOFFICE.pace.intervalMs;
    const before = (await sandbox.requests("lexware", "/v1/profile")).length;
    await Promise.all([identify(), identify(), identify(), identify()]);
    const times = ((await sandbox.requests("lexware", "/v1/profile")).slice(before) as unknown as { at: string }[]).map(
      (request) => Date.parse(request.at),
    );
    expect(times).toHaveLength(4);
    expect((times[3] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1_400);
  });
});
