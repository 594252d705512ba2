import { expect, test } from "vitest";
import { db } from "@/lib/core/db";
import { connectedSupplier, decideNow, latestCollection, seedInvoice, seedMandate } from "@/test/supplier-data";
import { chooseMandate } from "./mutations";

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
