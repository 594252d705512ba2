import { type CustomerId, payerToken } from "@/lib/auth/scope";
import { mandateEmailOf } from "@/lib/contacts/rules";
import { db, type Tx } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { newId } from "@/lib/core/formats/ids";
import type { MandateRequest } from "@/lib/core/prisma/client";
import type { MandateRequestStatus } from "@/lib/core/prisma/enums";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { AppError, fieldRefusal } from "@/lib/core/web/errors";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { invalidateContact, lockPayer } from "@/lib/mandates/record/mutations";
import { debitableFor, stepsTo } from "@/lib/mandates/rules";
import { OPEN_REQUESTS } from "@/lib/statuses/mandate-rules";

/** Returns the link in the payer's mail. It stays the same for a request, whichever page at GoCardless it leads to. */
export function payerLink({ id }: { id: string }): string {
  return `${env().APP_URL}/m/${payerToken({ requestId: id })}`;
}

/**
 * Returns the contact's open mandate request, and creates one if there is none. A partial unique index allows only one.
 * The job for its mail and for the signing at GoCardless is enqueued in the same transaction.
 */
export async function ensureMandateRequest(
  tx: Tx,
  customerId: CustomerId,
  input: { contactId: string; invoiceId?: string; byMail: boolean },
): Promise<MandateRequest> {
  const where = { customerId, contactId: input.contactId, status: { in: OPEN_REQUESTS } };
  const open = await tx.mandateRequest.findFirst({ where });
  if (open) return open;
  const contact = await tx.contact.findUniqueOrThrow({
    where: { customerId_id: { customerId, id: input.contactId } },
    include: { customer: { select: { payerLanguage: true } } },
  });
  const invoice = input.invoiceId
    ? await tx.invoice.findUnique({ where: { customerId_id: { customerId, id: input.invoiceId } } })
    : null;
  // Another transaction may be creating it at this moment: then that row is used.
  await tx.mandateRequest.createMany({
    data: {
      customerId,
      id: newId("mandateRequest"),
      contactId: input.contactId,
      invoiceId: input.invoiceId,
      byMail: input.byMail,
      email: mandateEmailOf(contact),
      language: invoice?.language ?? contact.customer.payerLanguage,
      mailCount: input.byMail ? 1 : 0,
      createdAt: now(),
    },
    skipDuplicates: true,
  });
  const row = await tx.mandateRequest.findFirstOrThrow({ where });
  await enqueue(tx, jobs.inviteToSign, { customerId, requestId: row.id });
  return row;
}

/**
 * Requests a mandate from a contact by hand. With `isReplacement` this is possible although the contact has a valid
 * mandate, for example one whose collections were returned.
 *
 * @throws AppError `not_found`, `contact_unread` while the contact has not been read yet, `contact_without_email`,
 * `payer_deceased`, `mandate_exists`
 */
export async function requestMandate(
  customerId: CustomerId,
  { isReplacement = false, ...input }: { contactId: string; byMail: boolean; isReplacement?: boolean },
  actor: Actor,
): Promise<{ requestId: string; link: string }> {
  return await db.$transaction(async (tx) => {
    await lockPayer(tx, customerId, [input.contactId]);
    const contact = await tx.contact.findUnique({
      where: { customerId_id: { customerId, id: input.contactId } },
      include: { mandates: true, defaultMandate: true },
    });
    if (!contact) throw new AppError("not_found");
    if (contact.deceasedAt) throw new AppError("payer_deceased");
    if (input.byMail && !mandateEmailOf(contact))
      throw contact.staleAt ? new AppError("contact_unread") : withoutEmail();
    if (!isReplacement && debitableFor(contact).length > 0) throw new AppError("mandate_exists");
    await tx.contact.updateMany({ where: { customerId, id: input.contactId }, data: { requestsOff: false } });
    // Lock the invoices before the request is created, in the same order as decisions do.
    await invalidateContact(tx, customerId, input.contactId);
    const request = await ensureMandateRequest(tx, customerId, input);
    const wasByMail = request.byMail;
    // The supplier had only the link and now wants a mail: the same request, with one more mail.
    if (input.byMail && !wasByMail) await askForMail(tx, customerId, request.id);
    await writeAudit(tx, customerId, actor, { action: "mandate.requested", subject: request.id, detail: { ...input } });
    return { requestId: request.id, link: payerLink(request) };
  });
}

/** The contact's e-mail field is empty or holds no valid address. */
function withoutEmail(): AppError {
  return fieldRefusal("contact_without_email", "The contact has no valid email address.", "email");
}

/** @throws AppError `not_found`, `request_closed`, `contact_without_email` */
export async function resendMandateRequest(customerId: CustomerId, requestId: string, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const request = await readOpenRequest(tx, customerId, requestId);
    const contact = await tx.contact.findUniqueOrThrow({
      where: { customerId_id: { customerId, id: request.contactId } },
    });
    const email = mandateEmailOf(contact);
    if (!email) throw withoutEmail();
    await noteRecipient(tx, request, email);
    await askForMail(tx, customerId, requestId);
    await writeAudit(tx, customerId, actor, { action: "mandate.request-resent", subject: requestId });
  });
}

/** Stores to which address the last mail of a request went. */
export async function noteRecipient(
  tx: Tx,
  { customerId, id }: Pick<MandateRequest, "customerId" | "id">,
  email: string,
): Promise<void> {
  await tx.mandateRequest.updateMany({ where: { customerId, id }, data: { email } });
}

async function askForMail(tx: Tx, customerId: CustomerId, requestId: string): Promise<void> {
  await tx.mandateRequest.updateMany({
    where: { customerId, id: requestId },
    data: { byMail: true, mailCount: { increment: 1 }, mailRefusedAt: null },
  });
  await enqueue(tx, jobs.inviteToSign, { customerId, requestId });
}

/**
 * Cancels a mandate request: its link shows that, and a job ends the signing at GoCardless.
 *
 * @throws AppError `not_found`, `request_closed`, also if it was signed at this moment
 */
export async function deleteMandateRequest(customerId: CustomerId, requestId: string, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const request = await readOpenRequest(tx, customerId, requestId);
    // Lock the payer, their invoices and then the request, in the same order as a new request does.
    await lockPayer(tx, customerId, [request.contactId]);
    // Otherwise the next decision about the invoice would request a mandate again at once.
    await tx.contact.updateMany({ where: { customerId, id: request.contactId }, data: { requestsOff: true } });
    await invalidateContact(tx, customerId, request.contactId);
    const isWithdrawn = await stepRequest(tx, customerId, requestId, "cancelled", { cancelledAt: now() });
    if (!isWithdrawn) throw new AppError("request_closed");
    await writeAudit(tx, customerId, actor, { action: "mandate.request-deleted", subject: requestId });
    await enqueue(tx, jobs.inviteToSign, { customerId, requestId });
  });
}

/** Cancels the open mandate requests of these contacts. */
export async function withdrawRequests(tx: Tx, customerId: CustomerId, contactIds: string[]): Promise<void> {
  const open = await tx.mandateRequest.findMany({
    where: { customerId, contactId: { in: contactIds }, status: { in: OPEN_REQUESTS } },
    select: { id: true },
  });
  for (const { id } of open)
    if (await stepRequest(tx, customerId, id, "cancelled", { cancelledAt: now() }))
      await enqueue(tx, jobs.inviteToSign, { customerId, requestId: id });
}

async function readOpenRequest(tx: Tx, customerId: CustomerId, requestId: string): Promise<MandateRequest> {
  const request = await tx.mandateRequest.findUnique({ where: { customerId_id: { customerId, id: requestId } } });
  if (!request) throw new AppError("not_found");
  if (!OPEN_REQUESTS.includes(request.status)) throw new AppError("request_closed");
  return request;
}

/** Changes the status of a mandate request if the table allows it. Returns false, and changes nothing, if not. */
export async function stepRequest(
  tx: Tx,
  customerId: CustomerId,
  requestId: string,
  to: MandateRequestStatus,
  data: { sentAt?: Date; openedAt?: Date; exitedAt?: Date; signedAt?: Date; cancelledAt?: Date; mandateId?: string },
): Promise<boolean> {
  const stepped = await tx.mandateRequest.updateMany({
    where: { customerId, id: requestId, status: { in: stepsTo(to) } },
    data: { status: to, ...data },
  });
  return stepped.count === 1;
}
