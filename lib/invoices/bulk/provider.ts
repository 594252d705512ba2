import type { CustomerId } from "@/lib/auth/scope";
import { isBeingRead } from "@/lib/collections/decision/effect-rules";
import { collectNowIn, holdInvoiceIn, notCollectable, setExcludedIn } from "@/lib/collections/instructions/mutations";
import { db, type Tx } from "@/lib/core/database/db";
import type { BulkItem, BulkRun } from "@/lib/core/prisma/client";
import type { Actor } from "@/lib/core/telemetry/audit";
import { fromDate } from "@/lib/core/time/dates";
import { AppError } from "@/lib/core/web/errors";
import { transferInvoice } from "@/lib/invoices/manual/provider";
import { requestMandate } from "@/lib/mandates/requests/mutations";
import { settleItem } from "./mutations";

/**
 * Executes one item. Changes to our own rows are stored in one transaction with the item's outcome. Mandate requests
 * and transfers may run twice without harm, so there a crash before the outcome is stored changes nothing.
 *
 * @throws AppError and ProviderError for what is refused
 */
export async function executeItem(customerId: CustomerId, run: BulkRun, item: BulkItem): Promise<void> {
  const { userId, userName, ip } = run;
  const actor = { userId, userName, ip };
  if (run.action === "transfer") await transferInvoice(customerId, item.subject, actor);
  else if (run.action === "request_mandates") await askForMandate(customerId, item.subject, actor);
  await db.$transaction(async (tx) => {
    const isOurs = await settleItem(tx, customerId, run.id, item.position, null);
    if (isOurs) await changeOne(tx, customerId, run, item.subject, actor);
  });
}

/** @throws AppError `not_found`, `contact_without_email`, `mandate_exists` */
async function askForMandate(customerId: CustomerId, invoiceId: string, actor: Actor): Promise<void> {
  const invoice = await db.invoice.findUnique({
    where: { customerId_id: { customerId, id: invoiceId } },
    select: {
      ...{ contactId: true, bookStatus: true, staleAt: true, openStaleAt: true },
      contact: { select: { staleAt: true } },
    },
  });
  if (!invoice) throw new AppError("not_found");
  const { contactId, bookStatus } = invoice;
  const isAskable = bookStatus === "open" && contactId;
  if (!isAskable && isBeingRead(invoice)) throw notCollectable("undecided");
  if (!isAskable) throw notCollectable(contactId ? bookStatus : "no_contact");
  await requestMandate(customerId, { contactId, byMail: true }, actor);
}

async function changeOne(tx: Tx, customerId: CustomerId, run: BulkRun, id: string, actor: Actor): Promise<void> {
  if (run.action === "transfer" || run.action === "request_mandates") return;
  if (run.action === "collect_now") return await collectNowIn(tx, customerId, id, actor);
  if (run.action === "exclude" || run.action === "include")
    return await setExcludedIn(tx, customerId, id, run.action === "exclude", actor);
  const until = run.action === "hold" && run.until ? fromDate(run.until) : null;
  await holdInvoiceIn(tx, customerId, id, until, actor);
}
