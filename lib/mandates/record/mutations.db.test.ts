import { beforeEach, describe, expect, test } from "vitest";
import { readSupplierFacts } from "@/lib/collections/decision/data";
import { decideInvoices } from "@/lib/collections/decision/jobs";
import { decideInvoice } from "@/lib/collections/decision/mutations";
import { storeContact } from "@/lib/contacts/mutations";
import { db } from "@/lib/core/database/db";
import { StaleVersion } from "@/lib/core/database/stale-version";
import { jobs } from "@/lib/jobs/catalogue";
import { confirmMatch, proposeMatches, rejectMatch } from "@/lib/mandates/matching/mutations";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { dismissAll } from "@/test/notices";
import {
  bookContact,
  connectedSupplier,
  decideNow,
  latestCollection,
  openNotices,
  providerMandate,
  seedCollection,
  seedInvoice,
  seedMandate,
} from "@/test/supplier-data";
import { noteTransfer, replaceMandate, storeMandate } from "./mutations";

const { customerId, actor } = await connectedSupplier();

beforeEach(clearJobs);

const needsDecision = async (id: string) =>
  (await db.invoice.findUniqueOrThrow({ where: { customerId_id: { customerId, id } } })).needsDecision;
const settle = (id: string) =>
  db.invoice.update({ where: { customerId_id: { customerId, id } }, data: { needsDecision: false } });
const read = (id: string) => db.mandate.findUniqueOrThrow({ where: { customerId_id: { customerId, id } } });

describe("a mandate as GoCardless reports it", () => {
  test("is stored once, and has its contact's invoices decided again", async () => {
    const { contactId, id } = await seedInvoice(customerId);
    await settle(id);
    const told = providerMandate();
    const row = await storeMandate(customerId, told, { contactId });
    expect(await needsDecision(id)).toBe(true);
    expect(await waitingJobs(jobs.decideInvoices)).toEqual([{ customerId }]);
    await settle(id);
    // The same report again changes nothing.
    expect((await storeMandate(customerId, told, { contactId })).id).toBe(row.id);
    expect(await needsDecision(id)).toBe(false);
  });

  test("keeps its contact in all later reports", async () => {
    const [one, other] = [await seedInvoice(customerId), await seedInvoice(customerId)];
    const told = providerMandate();
    await storeMandate(customerId, told, { contactId: one.contactId });
    expect(await storeMandate(customerId, told, { contactId: other.contactId })).toMatchObject({
      contactId: one.contactId,
    });
    expect(await storeMandate(customerId, { ...told, status: "active" })).toMatchObject({
      contactId: one.contactId,
      status: "active",
    });
  });

  test("raises a notice and a new request when it ends, and resolves the notice when it is usable again", async () => {
    const { contactId, id } = await seedInvoice(customerId);
    const told = providerMandate();
    await storeMandate(customerId, told, { contactId });
    await storeMandate(customerId, { ...told, status: "cancelled", nextPossibleChargeDate: null });
    expect(await openNotices(customerId)).toContain(`mandate-lost:${contactId}`);
    expect(await decideNow(customerId, id)).toMatchObject({ outcome: "request_mandate", reason: "mandate_not_usable" });
    await storeMandate(customerId, { ...told, status: "active" });
    expect(await openNotices(customerId)).not.toContain(`mandate-lost:${contactId}`);
  });

  test("is refused if it was read before a newer status was stored, unless the status is the same", async () => {
    const { contactId } = await seedInvoice(customerId);
    const told = providerMandate({ status: "active", askedAt: new Date() });
    const { id } = await storeMandate(customerId, { ...told, askedAt: undefined }, { contactId });
    await storeMandate(customerId, { ...told, status: "cancelled", askedAt: undefined });
    await expect(storeMandate(customerId, told)).rejects.toThrow(StaleVersion);
    expect((await read(id)).status).toBe("cancelled");
    await storeMandate(customerId, { ...told, status: "cancelled" });
    // Read after that status was stored, it is accepted.
    await storeMandate(customerId, { ...told, askedAt: new Date(Date.now() + 1_000) });
    expect((await read(id)).status).toBe("active");
  });

  test("keeps the time at which it was signed", async () => {
    const { contactId } = await seedInvoice(customerId);
    const createdAt = new Date("2026-09-01T10:00:00Z");
    const told = providerMandate({ createdAt });
    const { id } = await storeMandate(customerId, told, { contactId });
    await storeMandate(customerId, { ...told, createdAt: new Date() });
    expect((await read(id)).signedAt).toEqual(createdAt);
  });
});

describe("a mandate that is replaced or moved to another bank", () => {
  test("passes contact, default choice and payer to its replacement", async () => {
    const { contactId, id } = await seedInvoice(customerId);
    const old = await seedMandate(customerId, contactId);
    await db.contact.update({
      where: { customerId_id: { customerId, id: contactId } },
      data: { defaultMandateId: old.id },
    });
    const replacement = providerMandate();
    const ended = providerMandate({ id: old.providerId, status: "cancelled", newMandateId: replacement.id });
    await replaceMandate(customerId, [ended, replacement]);
    await replaceMandate(customerId, [ended, replacement]);
    const row = await db.mandate.findUniqueOrThrow({
      where: { customerId_providerId: { customerId, providerId: replacement.id } },
    });
    expect(row).toMatchObject({ contactId });
    expect(await read(old.id)).toMatchObject({ replacedById: row.id });
    expect(
      await db.contact.findUniqueOrThrow({ where: { customerId_id: { customerId, id: contactId } } }),
    ).toMatchObject({ defaultMandateId: row.id });
    expect(await openNotices(customerId)).not.toContain(`mandate-lost:${contactId}`);
    expect(await decideNow(customerId, id)).toMatchObject({ outcome: "collect" });
    expect((await latestCollection(customerId, id)).mandateId).toBe(row.id);
  });

  test("passes references and a retry approval on to the last replacement of several", async () => {
    const { contactId, id } = await seedInvoice(customerId);
    const first = await seedMandate(customerId, contactId);
    const where = { customerId_id: { customerId, id } };
    await db.invoice.update({ where, data: { retryMandateId: first.id } });
    const [second, third] = [providerMandate(), providerMandate()];
    await replaceMandate(customerId, [
      providerMandate({ id: first.providerId, status: "cancelled", newMandateId: second.id }),
      second,
    ]);
    await replaceMandate(customerId, [{ ...second, status: "cancelled", newMandateId: third.id }, third]);
    const last = await db.mandate.findUniqueOrThrow({
      where: { customerId_providerId: { customerId, providerId: third.id } },
    });
    const replacedById = last.id;
    expect(await db.mandate.count({ where: { customerId, replacedById } })).toBe(2);
    expect(await read(first.id)).toMatchObject({ replacedById });
    expect(await db.invoice.findUniqueOrThrow({ where })).toMatchObject({ retryMandateId: last.id });
  });

  test("raises one notice and one history entry for a transfer, and stays as it is", async () => {
    const { mandate, collection } = await seedCollection(customerId);
    const at = new Date();
    await noteTransfer(customerId, mandate, "EV-T", at);
    expect(await openNotices(customerId)).toContain(`mandate-transferred:${mandate.id}`);
    await dismissAll(customerId, "mandate_transferred");
    await noteTransfer(customerId, mandate, "EV-T", at);
    expect(await openNotices(customerId)).not.toContain(`mandate-transferred:${mandate.id}`);
    const history = await db.collectionEvent.findMany({
      where: { customerId, collectionId: collection.id, action: "transferred" },
    });
    expect(history).toMatchObject([{ status: "mandate_transferred" }]);
    expect(await read(mandate.id)).toMatchObject({ status: "pending_submission", transferredAt: at });
  });
});

describe("a mandate made outside Einzug", () => {
  async function proposed() {
    const invoice = await seedInvoice(customerId);
    const email = `payer-${invoice.id}@baeckerei.example`;
    await db.contact.update({
      where: { customerId_id: { customerId, id: invoice.contactId } },
      data: { email, companyName: email },
    });
    const mandate = await storeMandate(customerId, providerMandate(), {
      payer: { id: "CU1", name: "Somebody", email },
    });
    await proposeMatches(customerId);
    return { ...invoice, mandate, email };
  }

  test("is proposed to the only contact that fits, and no other mandate is requested meanwhile", async () => {
    const { id, contactId, mandate } = await proposed();
    expect(await read(mandate.id)).toMatchObject({
      proposedContactId: contactId,
      proposalReason: "same_email",
      contactId: null,
    });
    expect(await decideNow(customerId, id)).toMatchObject({ outcome: "wait", reason: "match_unconfirmed" });
  });

  test("prevents a mandate request to a payer who is read only during the decisions", async () => {
    const { customerId } = await connectedSupplier();
    const { id, contactId, entry } = await seedInvoice(customerId);
    const where = { customerId_id: { customerId, id: contactId } };
    const contact = await db.contact.update({ where, data: { staleAt: new Date() } });
    const payer = { id: "CU1", name: "Somebody", email: contact.email ?? "" };
    await storeMandate(customerId, providerMandate(), { payer });
    const isCompared = await proposeMatches(customerId);
    await storeContact(customerId, contact, bookContact(entry.contactExternalId ?? ""));
    const facts = await readSupplierFacts(db, customerId);
    expect(await decideInvoice(customerId, id, { version: "", facts, isCompared })).toBeUndefined();
    await decideInvoices.run({ customerId });
    expect(await db.invoice.findFirst({ where: { customerId } })).toMatchObject({ reason: "match_unconfirmed" });
    expect(await db.mandateRequest.count({ where: { customerId } })).toBe(0);
  });

  test("is used once a person has confirmed it", async () => {
    const { id, contactId, mandate } = await proposed();
    await confirmMatch(customerId, mandate.id, actor);
    expect(await read(mandate.id)).toMatchObject({ contactId, proposedContactId: null });
    expect(await decideNow(customerId, id)).toMatchObject({ outcome: "collect" });
    expect(await db.auditEntry.findMany({ where: { customerId, subject: mandate.id } })).toMatchObject([
      { action: "mandate.matched" },
    ]);
    await expect(confirmMatch(customerId, mandate.id, actor)).rejects.toMatchObject({ code: "not_found" });
    await expect(rejectMatch(customerId, mandate.id, actor)).rejects.toMatchObject({ code: "not_found" });
  });

  test("is never proposed again once a person has rejected it", async () => {
    const { id, mandate } = await proposed();
    await rejectMatch(customerId, mandate.id, actor);
    await proposeMatches(customerId);
    expect(await read(mandate.id)).toMatchObject({ contactId: null, proposedContactId: null, isIgnored: true });
    expect(await decideNow(customerId, id)).toMatchObject({ outcome: "request_mandate" });
    await expect(confirmMatch(customerId, mandate.id, actor)).rejects.toMatchObject({ code: "not_found" });
  });

  test("is proposed to nobody if it has ended", async () => {
    const invoice = await seedInvoice(customerId);
    const email = `ended-${invoice.id}@baeckerei.example`;
    await db.contact.update({ where: { customerId_id: { customerId, id: invoice.contactId } }, data: { email } });
    const mandate = await storeMandate(customerId, providerMandate({ status: "cancelled" }), {
      payer: { id: "CU1", name: "", email },
    });
    await proposeMatches(customerId);
    expect((await read(mandate.id)).proposedContactId).toBeNull();
  });
});
