import { beforeEach, describe, expect, test } from "vitest";
import { payerToken } from "@/lib/auth/scope";
import { db, isUniqueViolation } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { MandateRequestStatus } from "@/lib/core/prisma/enums";
import { jobs } from "@/lib/jobs/catalogue";
import { REQUEST_STEPS } from "@/lib/mandates/rules";
import { loadPayerPage } from "@/lib/mandates/signing/page-data";
import { openSigningPage } from "@/lib/mandates/signing/page-provider";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { awaitLocked } from "@/test/locks";
import { connectedSupplier, decideNow, seedInvoice, seedMandate } from "@/test/supplier-data";
import { mailFactsOf } from "./mail-rules";
import {
  deleteMandateRequest,
  ensureMandateRequest,
  payerLink,
  requestMandate,
  resendMandateRequest,
  stepRequest,
} from "./mutations";

const { customerId, actor } = await connectedSupplier();

beforeEach(clearJobs);

const requestsOf = (contactId: string) =>
  db.mandateRequest.findMany({ where: { customerId, contactId }, orderBy: { createdAt: "asc" } });
const read = (id: string) => db.mandateRequest.findUniqueOrThrow({ where: { customerId_id: { customerId, id } } });
const ensure = (contactId: string, invoiceId?: string) =>
  db.$transaction((tx) => ensureMandateRequest(tx, customerId, { contactId, invoiceId, byMail: true }));

describe("a mandate request", () => {
  test("is created once per contact, even by eight transactions at once", async () => {
    const { contactId, id } = await seedInvoice(customerId);
    const made = await Promise.all(Array.from({ length: 8 }, () => ensure(contactId, id)));
    expect(new Set(made.map((row) => row.id)).size).toBe(1);
    expect(await requestsOf(contactId)).toHaveLength(1);
    expect(await waitingJobs(jobs.inviteToSign)).toEqual([{ customerId, requestId: made[0]?.id }]);
  });

  test("is created once if the supplier requests by hand during a decision", async () => {
    const { contactId, id, entry } = await seedInvoice(customerId);
    const second = await seedInvoice(customerId, { entry: { contactExternalId: entry.contactExternalId } });
    const byHand = () => requestMandate(customerId, { contactId, byMail: true }, actor);
    await Promise.all([byHand(), decideNow(customerId, id), byHand(), decideNow(customerId, second.id)]);
    expect(await requestsOf(contactId)).toHaveLength(1);
  });

  test("takes the current address and language, and has one lasting link", async () => {
    const { contactId, id } = await seedInvoice(customerId, { document: { language: "en" } });
    const request = await ensure(contactId, id);
    expect(request).toMatchObject({
      status: "pending",
      email: "rechnung@baeckerei.example",
      language: "en",
      invoiceId: id,
      mailCount: 1,
    });
    expect(payerLink(request)).toMatch(/^http:\/\/localhost:3999\/m\/[\w-]{48}$/);
    expect(payerLink(await read(request.id))).toBe(payerLink(request));
  });

  test("names its invoice to the payer only until the invoice is paid", async () => {
    const { contactId, id } = await seedInvoice(customerId);
    const { id: requestId } = await ensure(contactId, id);
    const named = async () => {
      const include = { contact: true, customer: true, invoice: true } as const;
      const where = { customerId_id: { customerId, id: requestId } };
      const request = await db.mandateRequest.findUniqueOrThrow({ where, include });
      const page = await loadPayerPage(payerToken({ requestId }));
      return [mailFactsOf(request).invoice?.amountCents, page.invoice?.amountCents];
    };
    expect(await named()).toEqual([11_900, 11_900]);
    await db.invoice.updateMany({ where: { customerId, id }, data: { bookStatus: "paid", openCents: 0 } });
    expect(await named()).toEqual([undefined, undefined]);
  });

  test("uses the supplier's language setting if the accounting system names none for the payer", async () => {
    const { contactId, id } = await seedInvoice(customerId, { document: { language: null } });
    await db.customer.update({ where: { id: customerId }, data: { payerLanguage: "en" } });
    expect(await ensure(contactId, id)).toMatchObject({ language: "en" });
    await db.customer.update({ where: { id: customerId }, data: { payerLanguage: "de" } });
    const other = await seedInvoice(customerId, { document: { language: null } });
    expect(await ensure(other.contactId)).toMatchObject({ language: "de" });
  });

  test("may be created again after the last one ended, but the database refuses a second open one", async () => {
    const { contactId } = await seedInvoice(customerId);
    const first = await ensure(contactId);
    const double = db.mandateRequest.create({
      data: { customerId, id: newId("mandateRequest"), contactId, status: "opened" },
    });
    await expect(double).rejects.toSatisfy(isUniqueViolation);
    await deleteMandateRequest(customerId, first.id, actor);
    const second = await ensure(contactId);
    expect(second.id).not.toBe(first.id);
    expect((await requestsOf(contactId)).map((row) => row.status)).toEqual(["cancelled", "pending"]);
  });
});

describe("a mandate request by hand", () => {
  test("returns the link, and sends a mail if one is wanted", async () => {
    const { contactId } = await seedInvoice(customerId);
    const { link, requestId } = await requestMandate(customerId, { contactId, byMail: false }, actor);
    expect(link).toContain("/m/");
    expect(await read(requestId)).toMatchObject({ byMail: false, mailCount: 0 });
    // The same request, now by mail.
    expect(await requestMandate(customerId, { contactId, byMail: true }, actor)).toEqual({ link, requestId });
    expect(await read(requestId)).toMatchObject({ byMail: true, mailCount: 1 });
    expect(await db.auditEntry.count({ where: { customerId, subject: requestId, action: "mandate.requested" } })).toBe(
      2,
    );
  });

  test.each([
    ["a contact without e-mail, by mail", "contact_without_email"],
    ["a contact that has a mandate", "mandate_exists"],
  ])("is refused for %s: %s", async (what, code) => {
    const { contactId } = await seedInvoice(customerId, what.includes("without") ? { contact: { emails: [] } } : {});
    if (code === "mandate_exists") await seedMandate(customerId, contactId);
    await expect(requestMandate(customerId, { contactId, byMail: true }, actor)).rejects.toMatchObject({ code });
    expect(await requestsOf(contactId)).toEqual([]);
  });

  test.each(["keine Mail", "info(at)x", "max mustermann@firma.example"])(
    "treats the stored address %j as no address",
    async (text) => {
      const { contactId, id } = await seedInvoice(customerId, { contact: { emails: [text] } });
      expect(await decideNow(customerId, id)).toMatchObject({ reason: "contact_without_email" });
      const byMail = requestMandate(customerId, { contactId, byMail: true }, actor);
      await expect(byMail).rejects.toMatchObject({ code: "contact_without_email", fields: [{ field: "email" }] });
      expect((await requestMandate(customerId, { contactId, byMail: false }, actor)).link).toContain("/m/");
    },
  );

  test("is possible by link for a contact without e-mail", async () => {
    const { contactId, id } = await seedInvoice(customerId, { contact: { emails: [] } });
    await requestMandate(customerId, { contactId, byMail: false }, actor);
    expect(await decideNow(customerId, id)).toMatchObject({ reason: "mandate_requested" });
  });

  test("is possible for a contact whose mandate has ended", async () => {
    const { contactId } = await seedInvoice(customerId);
    await seedMandate(customerId, contactId, { status: "cancelled" });
    await requestMandate(customerId, { contactId, byMail: true }, actor);
    expect(await requestsOf(contactId)).toHaveLength(1);
  });
});

describe("sending a mandate request again, or cancelling it", () => {
  test("sends the next mail to the contact's current address, as another mail", async () => {
    const { contactId } = await seedInvoice(customerId);
    const { requestId } = await requestMandate(customerId, { contactId, byMail: true }, actor);
    await db.contact.update({
      where: { customerId_id: { customerId, id: contactId } },
      data: { email: "neu@baeckerei.example" },
    });
    await resendMandateRequest(customerId, requestId, actor);
    expect(await read(requestId)).toMatchObject({ email: "neu@baeckerei.example", mailCount: 2 });
    await db.contact.update({ where: { customerId_id: { customerId, id: contactId } }, data: { email: null } });
    await expect(resendMandateRequest(customerId, requestId, actor)).rejects.toMatchObject({
      code: "contact_without_email",
    });
  });

  test("stores where the mail went for a request that began as a link", async () => {
    const { contactId } = await seedInvoice(customerId);
    const where = { customerId_id: { customerId, id: contactId } };
    await db.contact.update({ where, data: { email: null } });
    const { requestId } = await requestMandate(customerId, { contactId, byMail: false }, actor);
    expect(await read(requestId)).toMatchObject({ email: null });
    await db.contact.update({ where, data: { email: "spaet@baeckerei.example" } });
    await resendMandateRequest(customerId, requestId, actor);
    expect(await read(requestId)).toMatchObject({ email: "spaet@baeckerei.example" });
  });

  test("stops automatic requests after a cancellation; the supplier can still request by hand", async () => {
    const { contactId, id } = await seedInvoice(customerId);
    await decideNow(customerId, id);
    const [request] = await requestsOf(contactId);
    await clearJobs();
    await deleteMandateRequest(customerId, request?.id ?? "", actor);
    expect(await waitingJobs(jobs.inviteToSign)).toHaveLength(1);
    const token = payerToken({ requestId: request?.id ?? "" });
    expect((await loadPayerPage(token)).state, "the link in the payer's mail").toBe("withdrawn");
    expect(await openSigningPage(token)).toEqual({ state: "withdrawn" });
    expect(await decideNow(customerId, id)).toMatchObject({ outcome: "wait", reason: "requests_off" });
    await expect(resendMandateRequest(customerId, request?.id ?? "", actor)).rejects.toMatchObject({
      code: "request_closed",
    });
    await expect(deleteMandateRequest(customerId, request?.id ?? "", actor)).rejects.toMatchObject({
      code: "request_closed",
    });
    await requestMandate(customerId, { contactId, byMail: true }, actor);
    const [, asked] = await requestsOf(contactId);
    expect((await requestsOf(contactId)).map((row) => row.status)).toEqual(["cancelled", "pending"]);
    expect(asked, "a request by hand names no invoice").toMatchObject({ invoiceId: null });
  });

  test("waits with a cancellation for a transaction that sends the request again, without a deadlock", async () => {
    const { contactId, id } = await seedInvoice(customerId);
    const request = await ensure(contactId, id);
    let withdrawing: Promise<unknown> = Promise.resolve();
    await db.$transaction(async (tx) => {
      // Locks in the order of a new request: the contact first, the request last.
      await tx.contact.updateMany({ where: { customerId, id: contactId }, data: { requestsOff: false } });
      withdrawing = deleteMandateRequest(customerId, request.id, actor);
      await awaitLocked(1);
      await tx.mandateRequest.updateMany({
        where: { customerId, id: request.id },
        data: { mailCount: { increment: 1 } },
      });
    });
    await withdrawing;
    expect(await read(request.id)).toMatchObject({ status: "cancelled", mailCount: 2 });
  });

  test("refuses the cancellation of a request signed at the same moment, and does not stop later requests", async () => {
    const { contactId, id } = await seedInvoice(customerId);
    const request = await ensure(contactId, id);
    let withdrawing: Promise<unknown> = Promise.resolve();
    await db.$transaction(async (tx) => {
      await stepRequest(tx, customerId, request.id, "signed", { signedAt: new Date() });
      withdrawing = expect(deleteMandateRequest(customerId, request.id, actor)).rejects.toMatchObject({
        code: "request_closed",
      });
      await awaitLocked(1);
    });
    await withdrawing;
    const contact = await db.contact.findUniqueOrThrow({ where: { customerId_id: { customerId, id: contactId } } });
    expect(contact.requestsOff).toBe(false);
    expect(await read(request.id)).toMatchObject({ status: "signed", cancelledAt: null });
  });
});

describe("the status of a mandate request", () => {
  const all = Object.values(MandateRequestStatus);
  const steps = all.flatMap((from) => all.filter((to) => to !== "pending").map((to) => [from, to] as const));

  test.each(steps)("changes %s -> %s if the table allows it, and otherwise stays unchanged", async (from, to) => {
    const { contactId } = await seedInvoice(customerId);
    const { id } = await ensure(contactId);
    await db.mandateRequest.update({ where: { customerId_id: { customerId, id } }, data: { status: from } });
    const isAllowed = REQUEST_STEPS[from].includes(to);
    expect(await db.$transaction((tx) => stepRequest(tx, customerId, id, to, { signedAt: new Date() }))).toBe(
      isAllowed,
    );
    const row = await read(id);
    expect(row.status).toBe(isAllowed ? to : from);
    expect(row.signedAt !== null).toBe(isAllowed);
  });
});
