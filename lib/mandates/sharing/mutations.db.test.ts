import { beforeEach, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { cancelMandate } from "@/lib/mandates/provider/cancel-mutations";
import { replaceMandate, storeMandate } from "@/lib/mandates/record/mutations";
import { requestMandate } from "@/lib/mandates/requests/mutations";
import { clearJobs, waitingJobs } from "@/test/jobs";
import {
  connectedSupplier,
  decideNow,
  latestCollection,
  providerMandate,
  seedInvoice,
  seedMandate,
} from "@/test/supplier-data";
import { shareMandate, unshareMandate } from "./mutations";

const { customerId, actor } = await connectedSupplier();
const stranger = await connectedSupplier();

beforeEach(clearJobs);

/** Creates an invoice of one contact, and a mandate of another contact. */
async function twoContacts() {
  const invoice = await seedInvoice(customerId);
  const payer = await seedInvoice(customerId);
  const mandate = await seedMandate(customerId, payer.contactId);
  return { ...invoice, mandate, payerContactId: payer.contactId };
}

test("uses another contact's mandate only once the supplier confirms that both are one payer", async () => {
  const { id, contactId, mandate } = await twoContacts();
  expect(await decideNow(customerId, id)).toMatchObject({ outcome: "request_mandate" });
  await shareMandate(customerId, { contactId, mandateId: mandate.id }, actor);
  expect(await decideNow(customerId, id)).toMatchObject({ outcome: "collect" });
  expect((await latestCollection(customerId, id)).mandateId).toBe(mandate.id);
  await expect(requestMandate(customerId, { contactId, byMail: false }, actor)).rejects.toMatchObject({
    code: "mandate_exists",
  });
  const [entry] = await db.auditEntry.findMany({ where: { customerId, subject: mandate.id } });
  expect(entry).toMatchObject({ action: "mandate.shared", detail: { contactId } });
});

test("cancels the contact's pending collection when the sharing is undone, but not the other contact's", async () => {
  const { id, contactId, mandate, payerContactId } = await twoContacts();
  const own = await db.invoice.findFirstOrThrow({ where: { customerId, contactId: payerContactId } });
  await shareMandate(customerId, { contactId, mandateId: mandate.id }, actor);
  await decideNow(customerId, id);
  await decideNow(customerId, own.id);
  await clearJobs();
  await unshareMandate(customerId, contactId, actor);
  expect((await latestCollection(customerId, id)).cancelRequestedAt).not.toBeNull();
  expect((await latestCollection(customerId, own.id)).cancelRequestedAt).toBeNull();
  expect(await waitingJobs(jobs.carryOutCollection)).toHaveLength(1);
  await expect(unshareMandate(customerId, contactId, actor)).rejects.toMatchObject({ code: "not_found" });
});

test("applies the end or replacement of a shared mandate to both contacts", async () => {
  const { id, contactId, mandate } = await twoContacts();
  await shareMandate(customerId, { contactId, mandateId: mandate.id }, actor);
  const again = providerMandate();
  await replaceMandate(customerId, [providerMandate({ id: mandate.providerId, status: "cancelled" }), again]);
  const next = await db.mandate.findFirstOrThrow({ where: { customerId, providerId: again.id } });
  expect(await decideNow(customerId, id)).toMatchObject({ outcome: "collect" });
  expect((await latestCollection(customerId, id)).mandateId).toBe(next.id);

  const other = await twoContacts();
  await shareMandate(customerId, { contactId: other.contactId, mandateId: other.mandate.id }, actor);
  await db.invoice.updateMany({ where: { customerId, id: other.id }, data: { needsDecision: false } });
  await storeMandate(customerId, providerMandate({ id: other.mandate.providerId, status: "cancelled" }));
  const where = { customerId_id: { customerId, id: other.id } };
  expect((await db.invoice.findUniqueOrThrow({ where })).needsDecision).toBe(true);
  expect(await decideNow(customerId, other.id)).toMatchObject({ outcome: "request_mandate" });
});

test("requests no new mandate from either contact when the supplier cancels a shared one", async () => {
  const { id, contactId, mandate } = await twoContacts();
  await shareMandate(customerId, { contactId, mandateId: mandate.id }, actor);
  await cancelMandate(customerId, mandate.id, actor);
  expect(await decideNow(customerId, id)).toMatchObject({ outcome: "wait", reason: "requests_off" });
});

test("refuses to share a mandate that is unusable, foreign or a dead payer's, or with a contact that has one", async () => {
  const { contactId, mandate, payerContactId } = await twoContacts();
  const share = (input: { contactId: string; mandateId: string }, who = { customerId, actor }) =>
    shareMandate(who.customerId, input, who.actor);
  const missing = { code: "not_found" };
  await expect(share({ contactId: payerContactId, mandateId: mandate.id })).rejects.toMatchObject(missing);
  await expect(share({ contactId, mandateId: mandate.id }, stranger)).rejects.toMatchObject(missing);
  const ended = await seedMandate(customerId, payerContactId, { status: "cancelled" });
  await expect(share({ contactId, mandateId: ended.id })).rejects.toMatchObject(missing);
  const unmatched = await storeMandate(customerId, providerMandate());
  await expect(share({ contactId, mandateId: unmatched.id })).rejects.toMatchObject(missing);
  const hasDied = (deceasedAt: Date | null) =>
    db.contact.update({ where: { customerId_id: { customerId, id: payerContactId } }, data: { deceasedAt } });
  await hasDied(new Date());
  await expect(share({ contactId, mandateId: mandate.id })).rejects.toMatchObject({ code: "payer_deceased" });
  await hasDied(null);
  await seedMandate(customerId, contactId);
  await expect(share({ contactId, mandateId: mandate.id })).rejects.toMatchObject({ code: "mandate_exists" });
});

test("keeps a collection on a shared mandate when that mandate is replaced", async () => {
  const { id, contactId, mandate } = await twoContacts();
  await shareMandate(customerId, { contactId, mandateId: mandate.id }, actor);
  await decideNow(customerId, id);
  const successor = providerMandate();
  const ended = providerMandate({ id: mandate.providerId, status: "cancelled", newMandateId: successor.id });
  await replaceMandate(customerId, [ended, successor]);
  expect(await decideNow(customerId, id)).toMatchObject({ outcome: "keep", reason: "collection_running" });
  expect((await latestCollection(customerId, id)).cancelRequestedAt).toBeNull();
});
