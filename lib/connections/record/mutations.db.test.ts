import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { CustomerId } from "@/lib/auth/scope";
import { noteDifference } from "@/lib/comparisons/mutations";
import { storeCreditor } from "@/lib/connections/account/creditor-mutations";
import { openToken, sealToken } from "@/lib/connections/tokens/mutations";
import { accountingAccessToken } from "@/lib/connections/tokens/provider";
import { db } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { connectedSupplier, decideNow, openNotices, seedInvoice, seedMandate } from "@/test/supplier-data";
import { endConnection, storeConnection, storeFileBasedSystem, wantSync } from "./mutations";
import { disconnect } from "./provider";

beforeEach(clearJobs);

const read = (customerId: string, type: "LEXOFFICE" | "GOCARDLESS" = "LEXOFFICE") =>
  db.connection.findUniqueOrThrow({ where: { customerId_type: { customerId, type } } });
const audits = (customerId: string, action: string) => db.auditEntry.count({ where: { customerId, action } });

describe("connecting", () => {
  test("stores encrypted tokens and enqueues the set-up", async () => {
    const { customerId } = await connectedSupplier();
    const row = await read(customerId);
    expect(row).toMatchObject({ status: "connected", endedAt: null, listingWantedAt: expect.any(Date) });
    expect(row.accessToken).not.toContain("access-");
    expect(openToken(customerId, "LEXOFFICE", "access", row.accessToken ?? "")).toMatch(/^access-/);
    // A token copied to another column cannot be decrypted there.
    expect(() => openToken(customerId, "LEXOFFICE", "refresh", row.accessToken ?? "")).toThrow();
    expect((await waitingJobs(jobs.setUpConnection)).map((job) => job.type).sort()).toEqual([
      "GOCARDLESS",
      "LEXOFFICE",
    ]);
    expect(await audits(customerId, "connection.connected")).toBe(2);
  });

  test("an account of another supplier is refused and changes nothing", async () => {
    const [owner, thief] = [await connectedSupplier(), await seedSupplier()];
    const { organisationId } = await read(owner.customerId);
    const row = { organisationId: organisationId ?? "", accountName: "", accessToken: "x" };
    await expect(storeConnection(thief.customerId, "LEXOFFICE", row, thief.actor)).rejects.toMatchObject({
      code: "organisation_taken",
    });
    expect(await db.connection.count({ where: { customerId: thief.customerId } })).toBe(0);
    expect(await audits(thief.customerId, "connection.connected")).toBe(0);
  });

  test("again replaces the tokens, resolves the notice, and counts as a new version", async () => {
    const { customerId, actor } = await connectedSupplier();
    const before = await read(customerId);
    await endConnection(customerId, "LEXOFFICE", { status: "revoked", reason: "invalid_grant" });
    const row = {
      organisationId: before.organisationId ?? "",
      accountName: "Neu",
      accessToken: sealToken(customerId, "LEXOFFICE", "access", "new"),
    };
    await storeConnection(customerId, "LEXOFFICE", row, actor);
    expect(await read(customerId)).toMatchObject({
      status: "connected",
      accountName: "Neu",
      tokenVersion: before.tokenVersion + 1,
      endReason: null,
    });
    expect(await openNotices(customerId)).toEqual([]);
  });

  test.each(["LEXOFFICE", "GOCARDLESS"] as const)(
    "another account of %s is refused until the first is disconnected",
    async (type) => {
      const { customerId, actor } = await connectedSupplier();
      const { id } = await seedInvoice(customerId);
      const before = await read(customerId, type);
      const other = { organisationId: randomUUID(), accountName: "Andere", accessToken: "x" };
      const connect = () => storeConnection(customerId, type, other, actor, true);
      await expect(connect()).rejects.toMatchObject({ code: "account_in_use" });
      expect(await read(customerId, type)).toEqual(before);
      expect(await db.invoice.findFirst({ where: { customerId, id } })).toMatchObject({ bookStatus: "open" });
      await disconnect(customerId, type, actor);
      await connect();
      expect(await read(customerId, type)).toMatchObject({ status: "connected", accountName: "Andere" });
    },
  );

  test("again resumes reading events where it stopped, and begins from now with another account", async () => {
    const { customerId, actor } = await connectedSupplier();
    const stopped = new Date("2026-09-01T08:00:00Z");
    const where = { customerId_type: { customerId, type: "GOCARDLESS" as const } };
    const data = { eventsReadUntil: stopped, accountSince: stopped };
    const { organisationId } = await db.connection.update({ where, data });
    const again = async (organisation: string | null) => {
      const row = { organisationId: organisation ?? "", accountName: "", accessToken: "x" };
      await storeConnection(customerId, "GOCARDLESS", row, actor, true);
      const { eventsReadUntil, accountSince } = await read(customerId, "GOCARDLESS");
      return { eventsReadUntil, accountSince };
    };
    await endConnection(customerId, "GOCARDLESS", { status: "revoked", reason: "test" });
    expect(await again(organisationId)).toEqual(data);
    await disconnect(customerId, "GOCARDLESS", actor);
    expect(await again(organisationId)).toEqual(data);
    await disconnect(customerId, "GOCARDLESS", actor);
    const third = await again(`OR-THIRD-${customerId}`);
    expect(third.eventsReadUntil?.getTime()).toBeGreaterThan(stopped.getTime());
    expect(third.accountSince?.getTime()).toBeGreaterThan(stopped.getTime());
    await db.connection.update({ where, data });
    await endConnection(customerId, "GOCARDLESS", { status: "revoked", reason: "test" });
    const other = await again(`OR-OTHER-${customerId}`);
    expect(other.eventsReadUntil?.getTime()).toBeGreaterThan(stopped.getTime());
    expect(other.accountSince?.getTime()).toBeGreaterThan(stopped.getTime());
  });
});

describe("a connection that ends", () => {
  test("loses its tokens, raises a notice, and stops all collections", async () => {
    const { customerId } = await connectedSupplier();
    const { contactId, id } = await seedInvoice(customerId);
    await seedMandate(customerId, contactId);
    await endConnection(customerId, "LEXOFFICE", { status: "revoked", reason: "invalid_grant" });
    expect(await read(customerId)).toMatchObject({
      status: "revoked",
      accessToken: null,
      refreshToken: null,
      endReason: "invalid_grant",
    });
    expect(await openNotices(customerId)).toEqual(["connection-lost:LEXOFFICE"]);
    expect(await decideNow(customerId, id)).toMatchObject({ outcome: "wait", reason: "books_not_connected" });
    await expect(accountingAccessToken(customerId, "LEXOFFICE")).rejects.toMatchObject({ code: "connection_missing" });
    // The other connection is untouched.
    expect(await read(customerId, "GOCARDLESS")).toMatchObject({ status: "connected" });
  });

  test("ends once, however often and by however many callers it is ended", async () => {
    const { customerId } = await connectedSupplier();
    const end = () => endConnection(customerId, "GOCARDLESS", { status: "revoked", reason: "app_disconnected" });
    await Promise.all([end(), end(), end(), end()]);
    const { endedAt } = await read(customerId, "GOCARDLESS");
    await end();
    expect((await read(customerId, "GOCARDLESS")).endedAt).toEqual(endedAt);
    expect(await audits(customerId, "connection.revoked")).toBe(1);
  });

  test("stays if it was made after the event that reports its end", async () => {
    const { customerId } = await connectedSupplier();
    const old = {
      status: "revoked" as const,
      reason: "revoked_by_user",
      ifConnectedBefore: new Date(Date.now() - 60_000),
    };
    await endConnection(customerId, "LEXOFFICE", old);
    expect(await read(customerId)).toMatchObject({ status: "connected" });
    await endConnection(customerId, "LEXOFFICE", { ...old, ifConnectedBefore: new Date(Date.now() + 60_000) });
    expect(await read(customerId)).toMatchObject({ status: "revoked" });
  });

  test("at the supplier's request raises no notice, frees the account, and needs no answer of the vendor", async () => {
    const { customerId, actor } = await connectedSupplier();
    await disconnect(customerId, "GOCARDLESS", actor);
    expect(await read(customerId, "GOCARDLESS")).toMatchObject({
      status: "disconnected",
      organisationId: null,
      accessToken: null,
    });
    expect(await openNotices(customerId)).toEqual([]);
    expect(await db.auditEntry.findFirst({ where: { customerId, action: "connection.disconnected" } })).toMatchObject({
      userId: actor.userId,
    });
    await expect(disconnect(customerId, "GOCARDLESS", actor)).rejects.toMatchObject({ code: "connection_missing" });
  });

  test("can still be disconnected by the supplier after it was lost", async () => {
    const { customerId, actor } = await connectedSupplier();
    await endConnection(customerId, "LEXOFFICE", { status: "revoked", reason: "invalid_grant" });
    await disconnect(customerId, "LEXOFFICE", actor);
    expect(await read(customerId)).toMatchObject({ status: "disconnected", organisationId: null });
    expect(await openNotices(customerId)).toEqual([]);
  });
});

describe("differences that a reconciliation has left open", () => {
  const open = async (customerId: string) =>
    (await db.difference.findMany({ where: { customerId, repairedAt: null } })).map(({ kind }) => kind).sort();
  const found = async (customerId: CustomerId) => {
    for (const kind of ["payment_double", "payout_missing", "mandate_missing", "document_missing"] as const)
      await noteDifference(customerId, { kind, subject: "X1", ours: "a", theirs: "b" });
  };

  test("are closed when their vendor is disconnected, and those of another vendor stay", async () => {
    const { customerId, actor } = await connectedSupplier();
    await found(customerId);
    // A lost connection may be connected again and reconciled.
    await endConnection(customerId, "GOCARDLESS", { status: "revoked", reason: "test" });
    expect(await open(customerId)).toHaveLength(4);
    await db.connection.updateMany({ where: { customerId }, data: { accessToken: null, refreshToken: null } });
    await disconnect(customerId, "GOCARDLESS", actor);
    expect(await open(customerId)).toEqual(["document_missing"]);
    expect(await db.difference.count({ where: { customerId, repair: "gone" } })).toBe(3);
    await disconnect(customerId, "LEXOFFICE", actor);
    expect(await open(customerId)).toEqual([]);
  });

  test("stay when a lost system is connected again, and are closed when another one replaces it", async () => {
    const { customerId, actor } = await connectedSupplier();
    await found(customerId);
    await endConnection(customerId, "LEXOFFICE", { status: "revoked", reason: "test" });
    const { organisationId } = await read(customerId);
    const row = { organisationId: organisationId ?? "", accountName: "", accessToken: "x" };
    await storeConnection(customerId, "LEXOFFICE", row, actor);
    expect(await open(customerId)).toHaveLength(4);
    await endConnection(customerId, "LEXOFFICE", { status: "revoked", reason: "test" });
    await db.$transaction((tx) => storeFileBasedSystem(tx, customerId, "DATEV", "Kanzlei", actor));
    expect(await open(customerId)).toEqual(["mandate_missing", "payment_double", "payout_missing"]);
  });
});

describe("GoCardless' data about the supplier", () => {
  test("has invoices decided again only when the verification status has changed", async () => {
    const { customerId } = await connectedSupplier();
    const { id } = await seedInvoice(customerId);
    await db.invoice.updateMany({ where: { customerId }, data: { needsDecision: false } });
    const creditor = {
      id: "CR1",
      name: "Werkstatt",
      city: "Leipzig",
      identifier: "DE98ZZZ09999999999",
      verificationStatus: "successful",
    };
    const needsDecision = async () =>
      (await db.invoice.findUniqueOrThrow({ where: { customerId_id: { customerId, id } } })).needsDecision;
    await storeCreditor(customerId, creditor);
    expect(await needsDecision()).toBe(false);
    await storeCreditor(customerId, { ...creditor, verificationStatus: "in_review" });
    expect(await needsDecision()).toBe(true);
    expect(await read(customerId, "GOCARDLESS")).toMatchObject({
      creditorIdentifier: "DE98ZZZ09999999999",
      verificationStatus: "in_review",
    });
  });
});

describe("requesting a sync", () => {
  test("stores the request on the connection and enqueues one job", async () => {
    const { customerId } = await connectedSupplier();
    await db.connection.updateMany({ where: { customerId, type: "LEXOFFICE" }, data: { listingWantedAt: null } });
    await db.$transaction((tx) => wantSync(tx, customerId, "marked"));
    expect(await read(customerId)).toMatchObject({ listingWantedAt: null, fullWantedAt: null });
    await db.$transaction((tx) => wantSync(tx, customerId, "listing"));
    expect(await read(customerId)).toMatchObject({ listingWantedAt: expect.any(Date), fullWantedAt: null });
    await db.$transaction((tx) => wantSync(tx, customerId, "full"));
    expect(await read(customerId)).toMatchObject({ fullWantedAt: expect.any(Date) });
    expect(await waitingJobs(jobs.syncInvoices)).toEqual([{ customerId }]);
  });
});
