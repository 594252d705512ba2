import type { CustomerId } from "@/lib/auth/scope";
import { storeFileBasedSystem } from "@/lib/connections/record/mutations";
import { db, type Tx } from "@/lib/core/database/db";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { readForm } from "./rules";
import type { SettingsForm } from "./schema";

/**
 * Saves who the supplier is on its e-invoices. The first time this also makes e-invoices the accounting system in use,
 * because there is nothing to sign in to.
 *
 * @throws AppError `invalid_input` with the fields and their faults, `books_in_use` while another accounting system is
 *   connected
 */
export async function saveSettings(customerId: CustomerId, form: SettingsForm, actor: Actor): Promise<void> {
  const read = readForm(form);
  if ("wrong" in read) {
    const fields = read.wrong.map(({ field, fault }) => ({ field, message: fault }));
    throw new AppError("invalid_input", "e-invoice settings", fields);
  }
  const { settings } = read;
  await db.$transaction(async (tx) => {
    const name = settings.vatId || settings.taxNumber || settings.creditorIds[0] || "";
    await storeFileBasedSystem(tx, customerId, "EINVOICE", name, actor);
    await tx.eInvoiceSettings.upsert({
      where: { customerId },
      create: { customerId, ...settings },
      update: { ...settings, updatedAt: now() },
    });
    if (settings.dueDays !== null) await setDueDates(tx, customerId, settings.dueDays);
    await writeAudit(tx, customerId, actor, {
      action: "e-invoices.settings",
      subject: "EINVOICE",
      detail: { ...settings },
    });
  });
}

/** Gives the invoices that waited for it the due date that the supplier has stated. */
async function setDueDates(tx: Tx, customerId: CustomerId, days: number): Promise<void> {
  await tx.$executeRaw`
    WITH waiting AS (
      SELECT id FROM invoices WHERE customer_id = ${customerId} AND books = 'EINVOICE' AND is_due_unknown
      ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE invoices AS own SET is_due_unknown = false, due_date = own.voucher_date + ${days}::int, needs_decision = true,
      updated_at = now()
    FROM waiting WHERE own.customer_id = ${customerId} AND own.id = waiting.id`;
  await enqueue(tx, jobs.decideInvoices, { customerId });
}
