import { expect, test } from "vitest";
import { recordSteps } from "@/lib/collections/event-mutations";
import { approveRetry } from "@/lib/collections/retry-mutations";
import { db } from "@/lib/core/db";
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
import { shareMandate } from "./share-mutations";

const { customerId, actor } = await connectedSupplier();
const stranger = await connectedSupplier();

test("of several mandates the one the supplier marks is debited, and none before", async () => {
  const { id, contactId } = await seedInvoice(customerId);
  await seedMandate(customerId, contactId);
  const second = await seedMandate(customerId, contactId);
  expect(await decideNow(customerId, id)).toMatchObject({ outcome: "wait", reason: "mandate_ambiguous" });
  await chooseMandate(customerId, second.id, actor);
  expect(await decideNow(customerId, id)).toMatchObject({ outcome: "collect" });
  expect((await latestCollection(customerId, id)).mandateId).toBe(second.id);
});

test("one that is chosen after another was signed because of a return is the one; one chosen before that gives way", async () => {
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
  // By whose word it is tried again on that one somebody has to say: nobody has signed it since.
  expect(await openNotices(customerId)).not.toContain(`collection-returned:${invoice.id}`);
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
  // The one that came back was told when it did, and done with when the other one began.
  expect(await openNotices(customerId)).toContain(`collection-returned:${invoice.id}`);
  await approveRetry(customerId, invoice.id, actor);
  expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect", retriedBy: "person" });
  expect((await latestCollection(customerId, invoice.id)).mandateId).toBe(first);
});

test("an ended mandate, one that is being ended, one without a contact, and another supplier's cannot be chosen", async () => {
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
      // As if it were another payer's, whose mandate this one uses.
      const { contactId: owner } = await seedInvoice(customerId);
      await db.mandate.updateMany({ where: { customerId, id: mandateId }, data: { contactId: owner } });
      await db.mandate.updateMany({ where: { customerId, contactId }, data: { status: "cancelled" } });
      await shareMandate(customerId, { contactId, mandateId }, actor);
    },
  ],
])(
  "a debit that the bank had already when another mandate was chosen stands on its own once that is %s",
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
    // The call that was to end it came too late, and it would end the try that has been announced.
    expect(await db.collection.findUniqueOrThrow({ where })).toMatchObject({ cancelReason: "mandate_chosen" });
    await again(mandate.id, invoice.contactId);
    expect(await db.collection.findUniqueOrThrow({ where })).toMatchObject({
      cancelRequestedAt: null,
      cancelReason: null,
    });
  },
);
