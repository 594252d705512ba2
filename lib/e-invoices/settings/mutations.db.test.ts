import { beforeEach, expect, test } from "vitest";
import { disconnect } from "@/lib/connections/record/provider";
import { db } from "@/lib/core/database/db";
import { accountingInUse, isOutdated } from "@/lib/vendors/rules";
import { E_INVOICE_DETAILS, seedSupplier } from "@/prisma/seed/suppliers";
import { clearJobs } from "@/test/jobs";
import { connectedSupplier } from "@/test/supplier-data";
import { saveSettings } from "./mutations";

beforeEach(clearJobs);

const FORM = E_INVOICE_DETAILS;

const inUse = async (customerId: string) =>
  accountingInUse(await db.connection.findMany({ where: { customerId } })) ?? null;

test("saving the details puts e-invoices in use without a sign-in, and they never become outdated", async () => {
  const { customerId, actor } = await seedSupplier();
  await saveSettings(customerId, FORM, actor);
  const row = await inUse(customerId);
  expect(row).toMatchObject({ type: "EINVOICE", status: "connected", accountName: "DE123456789", accessToken: null });
  expect(row && isOutdated({ type: row.type, lastSyncedAt: null }, "2030-01-01")).toBe(false);
  expect(await db.auditEntry.count({ where: { customerId, action: "connection.connected" } })).toBe(1);
});

test("saving again changes the details and connects nothing twice", async () => {
  const { customerId, actor } = await seedSupplier();
  await saveSettings(customerId, FORM, actor);
  await saveSettings(customerId, { ...FORM, taxNumber: "201/113/40209", dueDays: "14" }, actor);
  expect(await db.eInvoiceSettings.findMany({ where: { customerId } })).toMatchObject([
    { vatId: "DE123456789", taxNumber: "201/113/40209", dueDays: 14 },
  ]);
  expect(await db.auditEntry.count({ where: { customerId, action: "connection.connected" } })).toBe(1);
});

test("details without any identity are refused, and nothing is stored", async () => {
  const { customerId, actor } = await seedSupplier();
  await expect(saveSettings(customerId, { ...FORM, vatId: "" }, actor)).rejects.toMatchObject({
    code: "invalid_input",
    fields: [{ field: "vatId", message: "identity_missing" }],
  });
  expect(await inUse(customerId)).toBeNull();
});

test("another system in use is kept until it is disconnected, and e-invoices can be left again", async () => {
  const { customerId, actor } = await connectedSupplier();
  await expect(saveSettings(customerId, FORM, actor)).rejects.toMatchObject({ code: "books_in_use" });
  expect(await db.eInvoiceSettings.count({ where: { customerId } })).toBe(0);
  await disconnect(customerId, "LEXOFFICE", actor);
  await saveSettings(customerId, FORM, actor);
  expect(await inUse(customerId)).toMatchObject({ type: "EINVOICE", status: "connected" });
  await disconnect(customerId, "EINVOICE", actor);
  expect(await inUse(customerId)).toMatchObject({ type: "EINVOICE", status: "disconnected" });
});
