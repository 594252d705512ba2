import { beforeEach, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { storeMandate } from "@/lib/mandates/record/mutations";
import { ensureMandateRequest } from "@/lib/mandates/requests/mutations";
import { renderMail } from "@/lib/notifications/mail/rendering";
import { clearJobs } from "@/test/jobs";
import { connectedSupplier, providerMandate, seedInvoice, seedMandate } from "@/test/supplier-data";
import { remindDue, saveReminders } from "./mutations";

const DAY_MS = 24 * 3_600_000;
const ON = { remindsMandates: true, reminderAfterDays: 7, reminderMax: 2 };

beforeEach(clearJobs);

/** Creates a supplier with one payer who was asked by mail `daysAgo` days ago. */
async function asked(daysAgo = 8, settings = ON) {
  const supplier = await connectedSupplier();
  const { customerId, actor } = supplier;
  await saveReminders(customerId, settings, actor);
  const { contactId, id: invoiceId } = await seedInvoice(customerId);
  const request = await db.$transaction((tx) =>
    ensureMandateRequest(tx, customerId, { contactId, invoiceId, byMail: true }),
  );
  const where = { customerId_id: { customerId, id: request.id } };
  await db.mandateRequest.update({ where, data: { status: "sent", sentAt: new Date(Date.now() - daysAgo * DAY_MS) } });
  return {
    ...supplier,
    contactId,
    invoiceId,
    requestId: request.id,
    read: () => db.mandateRequest.findUniqueOrThrow({ where }),
    mails: () => db.mail.findMany({ where: { customerId, key: { startsWith: "remind:" } }, orderBy: { key: "asc" } }),
  };
}

test("sends a reminder once, even if several runs overlap or repeat", async () => {
  const { customerId, read, mails } = await asked();
  const counts = await Promise.all([remindDue(customerId), remindDue(customerId), remindDue(customerId)]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await remindDue(customerId)).toBe(0);
  expect(await read()).toMatchObject({ reminderCount: 1, mailCount: 1 });
  const [mail] = await mails();
  const rendered = await renderMail(mail as NonNullable<typeof mail>);
  expect(rendered.subject).toMatch(/^Erinnerung: /);
  expect(rendered.text).toContain("Wir haben Sie zuletzt am");
});

test("sends a reminder to the current address for mandate mails, not to the first one", async () => {
  const { customerId, contactId, read, mails } = await asked();
  const where = { customerId_id: { customerId, id: contactId } };
  await db.contact.update({ where, data: { email: "neu@ahorn.example", otherEmails: ["kasse@ahorn.example"] } });
  expect(await remindDue(customerId)).toBe(1);
  expect(await mails()).toMatchObject([{ recipient: "neu@ahorn.example" }]);
  expect(await read()).toMatchObject({ email: "neu@ahorn.example" });
  await db.contact.update({ where, data: { mandateEmail: "kasse@ahorn.example" } });
  const longAgo = new Date(Date.now() - 8 * DAY_MS);
  await db.mandateRequest.updateMany({ where: { customerId }, data: { sentAt: longAgo, remindedAt: longAgo } });
  expect(await remindDue(customerId)).toBe(1);
  expect((await mails())[1]).toMatchObject({ recipient: "kasse@ahorn.example" });
});

test("sends no reminder to a payer who may have signed elsewhere until a person has decided", async () => {
  const { customerId, contactId } = await asked();
  const mandate = await storeMandate(customerId, providerMandate());
  const where = { customerId_id: { customerId, id: mandate.id } };
  await db.mandate.update({ where, data: { proposedContactId: contactId, proposalReason: "same_email" } });
  expect(await remindDue(customerId)).toBe(0);
  await db.mandate.update({ where, data: { isIgnored: true, proposedContactId: null } });
  expect(await remindDue(customerId)).toBe(1);
});

test("sends a second reminder after the same number of days, and never a third", async () => {
  const { customerId, read, mails, requestId } = await asked();
  for (let i = 0; i < 3; i += 1) {
    await remindDue(customerId);
    const longAgo = new Date(Date.now() - 8 * DAY_MS);
    await db.mandateRequest.updateMany({
      where: { customerId, id: requestId },
      data: { sentAt: longAgo, remindedAt: longAgo },
    });
  }
  expect((await read()).reminderCount).toBe(2);
  expect((await mails()).map((mail) => mail.key)).toEqual([`remind:${requestId}:1`, `remind:${requestId}:2`]);
});

type Asked = Awaited<ReturnType<typeof asked>>;

test.each<[string, (one: Asked) => Promise<unknown>]>([
  [
    "the supplier has switched it off",
    ({ customerId, actor }) => saveReminders(customerId, { ...ON, remindsMandates: false }, actor),
  ],
  [
    "it has been signed",
    (one) => db.mandateRequest.updateMany({ where: { customerId: one.customerId }, data: { status: "signed" } }),
  ],
  [
    "it has been withdrawn",
    (one) => db.mandateRequest.updateMany({ where: { customerId: one.customerId }, data: { status: "cancelled" } }),
  ],
  [
    "only the link was wanted",
    (one) => db.mandateRequest.updateMany({ where: { customerId: one.customerId }, data: { byMail: false } }),
  ],
  ["the contact has a mandate", ({ customerId, contactId }) => seedMandate(customerId, contactId)],
  [
    "the contact is excluded",
    (one) => db.contact.updateMany({ where: { customerId: one.customerId }, data: { isExcluded: true } }),
  ],
  [
    "a bank has reported the payer's death",
    (one) => db.contact.updateMany({ where: { customerId: one.customerId }, data: { deceasedAt: new Date() } }),
  ],
  [
    "the contact is archived",
    (one) => db.contact.updateMany({ where: { customerId: one.customerId }, data: { isArchived: true } }),
  ],
  [
    "the invoice is paid",
    (one) => db.invoice.updateMany({ where: { customerId: one.customerId }, data: { bookStatus: "paid" } }),
  ],
  [
    "the invoice is excluded",
    (one) => db.invoice.updateMany({ where: { customerId: one.customerId }, data: { isExcluded: true } }),
  ],
  [
    "GoCardless is disconnected",
    (one) =>
      db.connection.updateMany({
        where: { customerId: one.customerId, type: "GOCARDLESS" },
        data: { status: "disconnected" },
      }),
  ],
  ["the contract has ended", (one) => db.contract.deleteMany({ where: { customerId: one.customerId } })],
  [
    "the account is closed",
    (one) => db.customer.update({ where: { id: one.customerId }, data: { closedAt: new Date() } }),
  ],
])("sends no reminder when %s", async (_name, change) => {
  const one = await asked();
  await change(one);
  expect(await remindDue(one.customerId)).toBe(0);
  expect(await one.mails()).toEqual([]);
});

test("sends no reminder before the days have passed, and none for another supplier", async () => {
  const early = await asked(6);
  const other = await asked();
  expect(await remindDue(early.customerId)).toBe(0);
  expect(await other.mails()).toEqual([]);
});
