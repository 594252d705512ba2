import { beforeEach, describe, expect, test } from "vitest";
import { type CollectionStep, recordSteps } from "@/lib/collections/events/mutations";
import { approveRetry } from "@/lib/collections/returns/retry-mutations";
import { db } from "@/lib/core/database/db";
import { now } from "@/lib/core/time/clock";
import { storeMandate } from "@/lib/mandates/record/mutations";
import { ensureMandateRequest, requestMandate } from "@/lib/mandates/requests/mutations";
import { setContactExcluded } from "@/lib/payers/exclusion/mutations";
import { clearJobs } from "@/test/jobs";
import {
  connectedSupplier,
  decideNow,
  latestCollection,
  providerMandate,
  seedCollection,
  seedInvoice,
} from "@/test/supplier-data";
import { clearDeceased } from "./deceased-mutations";

const { customerId, actor } = await connectedSupplier();

beforeEach(clearJobs);

function returnStep(id: string, code: string, changes: Partial<CollectionStep> = {}): CollectionStep {
  const cause = "bank_account_closed";
  const step = { action: "failed", origin: "bank", cause, code, text: null, willAttemptRetry: false };
  return { ...step, id: `EV-${code}-${id}`, occurredAt: now(), ...changes };
}

function later(step: CollectionStep, minutes: number, action: string): CollectionStep {
  const occurredAt = new Date(step.occurredAt.getTime() + minutes * 60_000);
  return { ...step, id: `${step.id}-${minutes}`, action, occurredAt };
}

const contactOf = async (id: string) =>
  await db.contact.findUniqueOrThrow({
    where: { customerId_id: { customerId, id } },
    include: { mandateRequests: true },
  });

/** Creates another open invoice of the same payer, already decided. */
async function another(contactId: string) {
  const { externalId } = await contactOf(contactId);
  const invoice = await seedInvoice(customerId, { entry: { contactExternalId: externalId } });
  await decideNow(customerId, invoice.id);
  return invoice;
}

describe("a bank's report that a payer has died", () => {
  test("stops all invoices of the payer and of contacts that share the mandate, and no others", async () => {
    const { invoice, mandate, collection } = await seedCollection(customerId);
    const second = await another(invoice.contactId);
    const [sharing, stranger] = [await seedInvoice(customerId), await seedCollection(customerId)];
    await db.contact.update({
      where: { customerId_id: { customerId, id: sharing.contactId } },
      data: { defaultMandateId: mandate.id },
    });
    await decideNow(customerId, sharing.id);
    await ensureMandateRequest(db, customerId, { contactId: sharing.contactId, byMail: true });
    const at = now();
    await recordSteps(customerId, collection.id, [returnStep(collection.id, "MD07", { occurredAt: at })]);
    for (const id of [invoice.contactId, sharing.contactId]) expect((await contactOf(id)).deceasedAt).toEqual(at);
    expect((await contactOf(stranger.invoice.contactId)).deceasedAt).toBeNull();
    expect((await contactOf(sharing.contactId)).mandateRequests).toMatchObject([{ status: "cancelled" }]);
    expect(await decideNow(customerId, invoice.id)).toEqual({ outcome: "wait", reason: "payer_deceased" });
    for (const { id } of [second, sharing]) {
      const marked = await db.invoice.findUniqueOrThrow({ where: { customerId_id: { customerId, id } } });
      expect(marked.needsDecision).toBe(true);
      expect(await decideNow(customerId, id)).toEqual({ outcome: "cancel", reason: "payer_deceased" });
      expect((await latestCollection(customerId, id)).cancelRequestedAt).not.toBeNull();
    }
  });

  test("refuses manual mandate requests and retries until a person clears the report", async () => {
    const { invoice, collection } = await seedCollection(customerId);
    const second = await another(invoice.contactId);
    const other = await latestCollection(customerId, second.id);
    await recordSteps(customerId, other.id, [returnStep(other.id, "MS02", { cause: "refer_to_payer" })]);
    await recordSteps(customerId, collection.id, [returnStep(collection.id, "MD07")]);
    const ask = { contactId: invoice.contactId, byMail: true, isReplacement: true };
    await expect(requestMandate(customerId, ask, actor)).rejects.toMatchObject({ code: "payer_deceased" });
    await expect(approveRetry(customerId, second.id, actor)).rejects.toMatchObject({ code: "payer_deceased" });
    await clearDeceased(customerId, invoice.contactId, actor);
    await approveRetry(customerId, second.id, actor);
    await requestMandate(customerId, ask, actor);
    expect((await contactOf(invoice.contactId)).mandateRequests).toMatchObject([{ status: "pending" }]);
  });

  test("ignores a repeated report once a person has cleared it, but counts a new return for this reason", async () => {
    const { invoice, collection } = await seedCollection(customerId);
    const told = returnStep(collection.id, "MD07");
    await recordSteps(customerId, collection.id, [told]);
    await clearDeceased(customerId, invoice.contactId, actor);
    await expect(clearDeceased(customerId, invoice.contactId, actor)).rejects.toMatchObject({ code: "not_found" });
    expect(
      await db.auditEntry.count({
        where: { customerId, action: "contact.death-report-cleared", subject: invoice.contactId },
      }),
    ).toBe(1);
    await recordSteps(customerId, collection.id, [told, later(told, 1, "resubmission_requested")]);
    expect(await latestCollection(customerId, invoice.id)).toMatchObject({ failureCode: "MD07", holdsInvoice: true });
    expect((await contactOf(invoice.contactId)).deceasedAt).toBeNull();
    await recordSteps(customerId, collection.id, [later(told, 2, "failed")]);
    expect((await contactOf(invoice.contactId)).deceasedAt).not.toBeNull();
  });

  test("avoids a deadlock when several collections return while the mandate ends", async () => {
    const { invoice, mandate, collection } = await seedCollection(customerId);
    const others = [
      await another(invoice.contactId),
      await another(invoice.contactId),
      await another(invoice.contactId),
    ];
    const collections = [collection, ...(await Promise.all(others.map(({ id }) => latestCollection(customerId, id))))];
    const ended = providerMandate({ id: mandate.providerId, status: "cancelled" });
    await Promise.all([
      ...collections.map(({ id }) => recordSteps(customerId, id, [returnStep(id, "MD07")])),
      storeMandate(customerId, ended),
      setContactExcluded(customerId, invoice.contactId, true, actor),
    ]);
    expect((await contactOf(invoice.contactId)).deceasedAt).not.toBeNull();
    for (const { id } of collections)
      expect(await db.collection.count({ where: { customerId, id, status: "failed" } })).toBe(1);
  });
});
