import { expect, test } from "vitest";
import { recordSteps } from "@/lib/collections/events/mutations";
import { approveRetry } from "@/lib/collections/returns/retry-mutations";
import { db } from "@/lib/core/database/db";
import { shareMandate } from "@/lib/mandates/sharing/mutations";
import { decideAfterReading, returnedInvoice, step } from "@/test/returned-debits";
import {
  connectedSupplier,
  decideNow,
  latestCollection,
  openNotices,
  seedCollection,
  seedInvoice,
  seedMandate,
} from "@/test/supplier-data";
import { chooseMandate } from "./mutations";

const { customerId, actor } = await connectedSupplier();
const stranger = await connectedSupplier();

test("collects on none of several mandates until the supplier chooses one", async () => {
  const { id, contactId } = await seedInvoice(customerId);
  await seedMandate(customerId, contactId);
  const second = await seedMandate(customerId, contactId);
  expect(await decideNow(customerId, id)).toMatchObject({ outcome: "wait", reason: "mandate_ambiguous" });
  await chooseMandate(customerId, second.id, actor);
  expect(await decideNow(customerId, id)).toMatchObject({ outcome: "collect" });
  expect((await latestCollection(customerId, id)).mandateId).toBe(second.id);
});

test("uses the mandate of the latest act: a choice by the supplier or a signature by the payer", async () => {
  const invoice = await returnedInvoice(customerId);
  const first = (await latestCollection(customerId, invoice.id)).mandateId;
  await chooseMandate(customerId, first, actor);
  const later = new Date(Date.now() + 60_000);
  const signed = await seedMandate(customerId, invoice.contactId, { createdAt: later });
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "collect" });
  const second = await latestCollection(customerId, invoice.id);
  expect(second.mandateId).toBe(signed.id);

  await db.mandate.updateMany({ where: { customerId, id: signed.id }, data: { signedAt: new Date() } });
  await chooseMandate(customerId, first, actor);
  expect(await latestCollection(customerId, invoice.id)).toMatchObject({ cancelReason: "mandate_chosen" });
  await recordSteps(customerId, second.id, [step("cancelled", { cause: "payment_cancelled" })]);
  // Nobody has signed this mandate since the return, so a person must approve a retry on it.
  expect(await openNotices(customerId)).not.toContain(`collection-returned:${invoice.id}`);
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
  // The return raised a notice, the second collection resolved it, and this decision raises it again.
  expect(await openNotices(customerId)).toContain(`collection-returned:${invoice.id}`);
  await approveRetry(customerId, invoice.id, actor);
  expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect", retriedBy: "person" });
  expect((await latestCollection(customerId, invoice.id)).mandateId).toBe(first);
});

test("refuses to choose a mandate that ended, is being cancelled or belongs to another supplier", async () => {
  const { contactId } = await seedInvoice(customerId);
  const ended = await seedMandate(customerId, contactId, { status: "cancelled" });
  const ending = await seedMandate(customerId, contactId);
  await db.mandate.updateMany({ where: { customerId, id: ending.id }, data: { cancelRequestedAt: new Date() } });
  const usable = await seedMandate(customerId, contactId);
  for (const { id } of [ended, ending])
    await expect(chooseMandate(customerId, id, actor)).rejects.toMatchObject({ code: "not_found" });
  await expect(chooseMandate(stranger.customerId, usable.id, stranger.actor)).rejects.toMatchObject({
    code: "not_found",
  });
  const contact = await db.contact.findUniqueOrThrow({ where: { customerId_id: { customerId, id: contactId } } });
  expect(contact.defaultMandateId).toBeNull();
});

test.each([
  ["chosen again", async (mandateId: string) => await chooseMandate(customerId, mandateId, actor)],
  [
    "shared again",
    async (mandateId: string, contactId: string) => {
      // As if the mandate belonged to another payer and this contact used it.
      const { contactId: owner } = await seedInvoice(customerId);
      await db.mandate.updateMany({ where: { customerId, id: mandateId }, data: { contactId: owner } });
      await db.mandate.updateMany({ where: { customerId, contactId }, data: { status: "cancelled" } });
      await shareMandate(customerId, { contactId, mandateId }, actor);
    },
  ],
])(
  "drops the cancel request of a collection that the bank already has, as soon as its mandate is %s",
  async (_how, again) => {
    const { invoice, mandate, collection } = await seedCollection(customerId);
    const other = await seedMandate(customerId, invoice.contactId);
    const where = { customerId_id: { customerId, id: collection.id } };
    await recordSteps(customerId, collection.id, [step("created")]);
    await chooseMandate(customerId, other.id, actor);
    await recordSteps(customerId, collection.id, [
      step("submitted"),
      step("failed", { code: "AM04", cause: "insufficient_funds", willAttemptRetry: true }),
    ]);
    // The cancel call came too late. A cancel request left in place would cancel the announced retry.
    expect(await db.collection.findUniqueOrThrow({ where })).toMatchObject({ cancelReason: "mandate_chosen" });
    await again(mandate.id, invoice.contactId);
    expect(await db.collection.findUniqueOrThrow({ where })).toMatchObject({
      cancelRequestedAt: null,
      cancelReason: null,
    });
  },
);
