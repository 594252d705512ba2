import type { CustomerId } from "@/lib/auth/scope";
import { storeFileBasedSystem } from "@/lib/connections/record/mutations";
import { db } from "@/lib/core/database/db";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
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
    await writeAudit(tx, customerId, actor, {
      action: "e-invoices.settings",
      subject: "EINVOICE",
      detail: { ...settings },
    });
  });
}
