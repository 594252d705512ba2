import { beforeEach, describe, expect, test } from "vitest";
import { recordSteps } from "@/lib/collections/events/mutations";
import { setMandateEmail } from "@/lib/contacts/address/mutations";
import { db } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { cancelMandate } from "@/lib/mandates/provider/cancel-mutations";
import { storeMandate } from "@/lib/mandates/record/mutations";
import { requestMandate, resendMandateRequest } from "@/lib/mandates/requests/mutations";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { step } from "@/test/returned-debits";
import {
  connectedSupplier,
  decideNow,
  latestCollection,
  providerMandate,
  seedCollection,
  seedInvoice,
} from "@/test/supplier-data";
import { confirmMatch, undoMatch } from "./mutations";

const { customerId, actor } = await connectedSupplier();
const stranger = await connectedSupplier();

beforeEach(clearJobs);

const read = (id: string) => db.mandate.findUniqueOrThrow({ where: { customerId_id: { customerId, id } } });

describe("a mandate made outside Einzug", () => {
  test("is assigned to the contact a person chose, and used for a collection", async () => {
    const { id, contactId } = await seedInvoice(customerId);
    const mandate = await storeMandate(customerId, providerMandate());
    await confirmMatch(customerId, mandate.id, actor, contactId);
    expect(await decideNow(customerId, id)).toMatchObject({ outcome: "collect" });
    expect((await latestCollection(customerId, id)).mandateId).toBe(mandate.id);
    await expect(confirmMatch(customerId, mandate.id, actor, contactId)).rejects.toMatchObject({ code: "not_found" });
  });

  test("is not assigned to another supplier's contact, nor to anybody once it has ended", async () => {
    const { contactId } = await seedInvoice(stranger.customerId);
    const mandate = await storeMandate(customerId, providerMandate());
    await expect(confirmMatch(customerId, mandate.id, actor, contactId)).rejects.toMatchObject({ code: "not_found" });
    const own = await seedInvoice(customerId);
    const ended = await storeMandate(customerId, providerMandate({ status: "cancelled" }));
    await expect(confirmMatch(customerId, ended.id, actor, own.contactId)).rejects.toMatchObject({ code: "not_found" });
  });

  test("waits for a person again when the match is undone, and its collections are cancelled", async () => {
    const { id, contactId } = await seedInvoice(customerId);
    const mandate = await storeMandate(customerId, providerMandate());
    await confirmMatch(customerId, mandate.id, actor, contactId);
    await decideNow(customerId, id);
    await undoMatch(customerId, mandate.id, actor);
    const { cancelRequestedAt, cancelReason } = await latestCollection(customerId, id);
    expect([cancelRequestedAt !== null, cancelReason]).toEqual([true, "match_undone"]);
    expect(await waitingJobs(jobs.carryOutCollection)).toHaveLength(1);
    expect(await read(mandate.id)).toMatchObject({ contactId: null, proposedContactId: contactId, matchedAt: null });
    expect(await db.auditEntry.count({ where: { customerId, subject: mandate.id } })).toBe(2);
  });

  test("drops the cancel request of a collection already at the bank when it is assigned again", async () => {
    const { id, contactId } = await seedInvoice(customerId);
    const mandate = await storeMandate(customerId, providerMandate());
    await confirmMatch(customerId, mandate.id, actor, contactId);
    await decideNow(customerId, id);
    await undoMatch(customerId, mandate.id, actor);
    await recordSteps(customerId, (await latestCollection(customerId, id)).id, [step("created"), step("submitted")]);
    expect(await latestCollection(customerId, id)).toMatchObject({ cancelReason: "match_undone" });
    await confirmMatch(customerId, mandate.id, actor, contactId);
    expect(await latestCollection(customerId, id)).toMatchObject({ cancelRequestedAt: null, cancelReason: null });
  });

  test.each(["submitted", "confirmed", "paid_out", "failed", "charged_back"] as const)(
    "keeps its contact once a collection is %s",
    async (status) => {
      const { id, contactId } = await seedInvoice(customerId);
      const mandate = await storeMandate(customerId, providerMandate());
      await confirmMatch(customerId, mandate.id, actor, contactId);
      await decideNow(customerId, id);
      await db.collection.updateMany({ where: { customerId, mandateId: mandate.id }, data: { status } });
      await expect(undoMatch(customerId, mandate.id, actor)).rejects.toMatchObject({ code: "already_debited" });
      expect(await read(mandate.id)).toMatchObject({ contactId });
    },
  );

  test("cannot be detached from its contact if the payer signed it on our request", async () => {
    const { mandate } = await seedCollection(customerId);
    await expect(undoMatch(customerId, mandate.id, actor)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the cancellation of a mandate by the supplier", () => {
  test("stops new collections on it and enqueues one cancel call", async () => {
    const { mandate, invoice } = await seedCollection(customerId);
    await cancelMandate(customerId, mandate.id, actor);
    expect(await waitingJobs(jobs.cancelMandate)).toEqual([{ customerId, mandateId: mandate.id }]);
    await expect(cancelMandate(customerId, mandate.id, actor)).rejects.toMatchObject({ code: "mandate_ended" });
    const { contactId } = invoice;
    const next = await seedInvoice(customerId, { entry: { contactExternalId: invoice.entry.contactExternalId } });
    expect(next.contactId).toBe(contactId);
    expect(await decideNow(customerId, next.id)).toMatchObject({ outcome: "wait", reason: "requests_off" });
    const [entry] = await db.auditEntry.findMany({
      where: { customerId, action: "mandate.cancelled", subject: mandate.id },
    });
    expect(entry?.detail).toMatchObject({ debits: 1, cents: 11_900 });
  });

  test("is refused for another supplier's mandate and for one that has ended", async () => {
    const { mandate } = await seedCollection(customerId);
    const foreign = cancelMandate(stranger.customerId, mandate.id, stranger.actor);
    await expect(foreign).rejects.toMatchObject({ code: "not_found" });
    const ended = await storeMandate(customerId, providerMandate({ status: "expired" }));
    await expect(cancelMandate(customerId, ended.id, actor)).rejects.toMatchObject({ code: "mandate_ended" });
    expect((await read(mandate.id)).cancelRequestedAt).toBeNull();
  });
});

test("sends mandate mails to the address the supplier picked, as long as the accounting system has it", async () => {
  const emails = ["rechnung@kunde.example", "buchhaltung@kunde.example"];
  const { contactId } = await seedInvoice(customerId, { contact: { emails } });
  await expect(setMandateEmail(customerId, contactId, "fremd@x.example", actor)).rejects.toMatchObject({
    code: "address_unknown",
    fields: [{ field: "email" }],
  });
  await setMandateEmail(customerId, contactId, "buchhaltung@kunde.example", actor);
  const { requestId } = await requestMandate(customerId, { contactId, byMail: true }, actor);
  const email = async () =>
    (await db.mandateRequest.findUniqueOrThrow({ where: { customerId_id: { customerId, id: requestId } } })).email;
  expect(await email()).toBe("buchhaltung@kunde.example");
  await db.contact.updateMany({ where: { customerId, id: contactId }, data: { otherEmails: [] } });
  await resendMandateRequest(customerId, requestId, actor);
  expect(await email()).toBe("rechnung@kunde.example");
});
