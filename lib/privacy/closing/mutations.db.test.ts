import { expect, test } from "vitest";
import { isCompanyTaken } from "@/lib/accounts/profile/data";
import { inviteMember } from "@/lib/accounts/team/mutations";
import { writeNote } from "@/lib/collections/returns/mutations";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { storeMandate } from "@/lib/mandates/record/mutations";
import { requestMandate } from "@/lib/mandates/requests/mutations";
import { saveTemplate } from "@/lib/templates/record/mutations";
import { type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";
import {
  connectedSupplier,
  latestCollection,
  providerMandate,
  seedCollection,
  seedInvoice,
} from "@/test/supplier-data";
import { sweepClosed } from "./closed-mutations";
import { countClosing, countUnderWay } from "./mutations";
import { closeAccount } from "./provider";

/** Returns a connected supplier without tokens, so that no vendor is called to revoke them. Other tests cover that. */
async function quietlyConnected(): Promise<SeededSupplier> {
  const supplier = await connectedSupplier();
  const { customerId } = supplier;
  await db.connection.updateMany({ where: { customerId }, data: { accessToken: null, refreshToken: null } });
  return supplier;
}

/** Returns a firm at work: a settled collection, an invoice without one, an open mandate request, an invitation. */
async function atWork(): Promise<SeededSupplier & { debited: string; never: string; asked: string }> {
  const supplier = await quietlyConnected();
  const { customerId, actor } = supplier;
  const { invoice, collection } = await seedCollection(customerId);
  await settle(customerId, collection.id);
  const never = await seedInvoice(customerId, { document: { termLabel: "Zahlbar sofort" } });
  const asked = await seedInvoice(customerId, { document: { termLabel: "Zahlbar sofort" } });
  await requestMandate(customerId, { contactId: asked.contactId, byMail: true }, actor);
  const foreign = await storeMandate(customerId, providerMandate());
  await db.mandate.updateMany({ where: { customerId, id: foreign.id }, data: { proposedContactId: never.contactId } });
  await inviteMember(customerId, { email: `later-${customerId}@einzug.test`, role: "member" }, actor);
  await wordMail(supplier);
  await writeNote(customerId, invoice.id, "Zahlt zum Monatsende", actor);
  await tellEvent(customerId, null);
  return { ...supplier, debited: invoice.contactId, never: never.contactId, asked: asked.contactId };
}

/** Stores a mail template and a logo of the firm's own. */
async function wordMail({ customerId, actor }: SeededSupplier): Promise<void> {
  const address = { tab: "with-invoice", language: "de" } as const;
  const words = { subject: "A", headline: "B", subtitle: "", body: "C", shortInfo: "" };
  await saveTemplate(customerId, address, { ...words, isActive: true, replyTo: null }, actor);
  await db.emailLogo.create({ data: { customerId, ...address, png: new Uint8Array(1), width: 1, height: 1 } });
}

async function tellEvent(customerId: string, handledAt: Date | null): Promise<void> {
  const told = { provider: "GOCARDLESS", subject: "mandates:MD1", action: "active", payload: { name: "Erika Muster" } };
  const id = newId("inbox");
  await db.inboxEvent.create({ data: { customerId, id, eventId: id, occurredAt: new Date(), handledAt, ...told } });
}

async function settle(customerId: string, id: string): Promise<void> {
  await db.collection.update({ where: { customerId_id: { customerId, id } }, data: { status: "paid_out" } });
}

test("closing keeps what the law requires and deletes the people", async () => {
  const { customerId, actor, password, userId, email, debited } = await atWork();
  expect(await countClosing(customerId)).toEqual({
    deleted: { people: 1, connections: 2, contacts: 2 },
    kept: { invoices: 3, debits: 1, mandates: 2, payouts: 0 },
  });
  await closeAccount(customerId, password, actor);
  const where = { customerId };
  expect(await db.customer.findUniqueOrThrow({ where: { id: customerId } })).toMatchObject({
    closedAt: expect.any(Date),
  });
  expect(await db.user.count({ where: { id: userId } })).toBe(0);
  expect(await db.invoice.count({ where })).toBe(3);
  expect(await db.collection.count({ where })).toBe(1);
  expect(await db.mandate.count({ where })).toBe(2);
  expect((await db.contact.findMany({ where })).map((contact) => contact.id)).toEqual([debited]);
  expect(await db.mandateRequest.count({ where })).toBe(0);
  const gone = [
    db.membership.count({ where }),
    db.invitation.count({ where }),
    db.session.count({ where }),
    db.notice.count({ where }),
    db.syncRun.count({ where }),
    db.invoiceNote.count({ where }),
    db.emailTemplate.count({ where }),
    db.emailLogo.count({ where }),
    db.inboxEvent.count({ where }),
    // No mails to payers are left. Only the closing mail is queued.
    db.mail.count({ where: { ...where, template: { not: "account" } } }),
  ];
  expect(await Promise.all(gone)).toEqual(gone.map(() => 0));
  expect(await db.connection.findMany({ where })).toMatchObject([
    { status: "disconnected", organisationId: null },
    { status: "disconnected", organisationId: null },
  ]);
  expect(await db.auditEntry.findFirst({ where: { ...where, action: "customer.closed" } })).toMatchObject({ userId });
  expect(await db.mail.findMany({ where })).toMatchObject([
    { recipient: email, key: expect.stringMatching(/^closed:/), status: "queued", data: { kind: "closed" } },
  ]);
});

test("the night after the closing deletes the closing mail once it is sent, and vendors' events once they are handled", async () => {
  const [closed, open] = [await atWork(), await atWork()];
  await closeAccount(closed.customerId, closed.password, closed.actor);
  for (const { customerId } of [closed, open]) {
    await tellEvent(customerId, new Date());
    await tellEvent(customerId, null);
  }
  const left = async ({ customerId }: SeededSupplier) => [
    await db.mail.count({ where: { customerId } }),
    await db.inboxEvent.count({ where: { customerId } }),
  ];
  const mailsAtWork = await db.mail.count({ where: { customerId: open.customerId } });
  await sweepClosed(1);
  expect([await left(closed), await left(open)]).toEqual([
    [1, 1],
    [mailsAtWork, 3],
  ]);
  for (const { customerId } of [closed, open])
    await db.mail.updateMany({ where: { customerId }, data: { status: "sent" } });
  await sweepClosed(1);
  expect([await left(closed), await left(open)]).toEqual([
    [0, 1],
    [mailsAtWork, 3],
  ]);
});

test("closing requires the password", async () => {
  const { customerId, actor } = await atWork();
  await expect(closeAccount(customerId, "falsch", actor)).rejects.toMatchObject({ code: "wrong_credentials" });
  expect(await db.connection.count({ where: { customerId, status: "connected" } })).toBe(2);
});

test.each(["pending", "created", "submitted"] as const)("closing is refused if a collection is %s", async (status) => {
  const { customerId, actor, password } = await quietlyConnected();
  const { invoice, collection } = await seedCollection(customerId);
  await db.collection.update({ where: { customerId_id: { customerId, id: collection.id } }, data: { status } });
  expect(await countUnderWay(customerId)).toBe(1);
  await expect(closeAccount(customerId, password, actor)).rejects.toMatchObject({ code: "debits_under_way" });
  expect(await db.connection.count({ where: { customerId, status: "connected" } })).toBe(2);
  await settle(customerId, (await latestCollection(customerId, invoice.id)).id);
  await closeAccount(customerId, password, actor);
});

test("closing leaves people who work for other suppliers their login, and those suppliers all data", async () => {
  const [supplier, other] = [await atWork(), await seedSupplier()];
  await db.membership.create({ data: { customerId: supplier.customerId, userId: other.userId, role: "member" } });
  await closeAccount(supplier.customerId, supplier.password, supplier.actor);
  expect(await db.membership.findMany({ where: { userId: other.userId } })).toMatchObject([
    { customerId: other.customerId },
  ]);
});

test("closing frees the firm's name for another registration", async () => {
  const { customerId, password, actor } = await seedSupplier({ companyName: "Nachfolge & Söhne", city: "Erfurt" });
  const company = { companyName: "nachfolge & söhne", city: "ERFURT" };
  expect(await isCompanyTaken(company)).toBe(true);
  await closeAccount(customerId, password, actor);
  expect(await isCompanyTaken(company)).toBe(false);
});
