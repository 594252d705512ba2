import type { CustomerId } from "@/lib/auth/scope";
import { storeFileBasedSystem } from "@/lib/connections/record/mutations";
import { db } from "@/lib/core/database/db";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { handsOverByFile } from "@/lib/datev/batch/rules";
import { columnsOf } from "@/lib/datev/data";
import { accountingInUse } from "@/lib/vendors/rules";
import { readForm } from "./rules";
import type { SettingsForm } from "./schema";

/**
 * Saves the supplier's numbers and accounts. The first time this also makes DATEV the accounting system in use, because
 * there is nothing to sign in to. While a system that hands payouts over by the same files is in use, it stays so.
 *
 * @throws AppError `invalid_input` with the fields and their faults, `books_in_use` while another accounting system is
 *   connected
 */
export async function saveSettings(customerId: CustomerId, form: SettingsForm, actor: Actor): Promise<void> {
  const read = readForm(form);
  if ("wrong" in read) {
    const fields = read.wrong.map(({ field, fault }) => ({ field, message: fault }));
    throw new AppError("invalid_input", "DATEV settings", fields);
  }
  const columns = columnsOf(read.settings);
  await db.$transaction(async (tx) => {
    const inUse = accountingInUse(await tx.connection.findMany({ where: { customerId } }));
    if (!inUse || inUse.type === "DATEV" || !handsOverByFile(inUse))
      await storeFileBasedSystem(tx, customerId, "DATEV", `${columns.consultant}-${columns.client}`, actor);
    await tx.datevSettings.upsert({
      where: { customerId },
      create: { customerId, ...columns },
      update: { ...columns, updatedAt: now() },
    });
    await writeAudit(tx, customerId, actor, { action: "datev.settings", subject: "DATEV", detail: { ...columns } });
  });
}
