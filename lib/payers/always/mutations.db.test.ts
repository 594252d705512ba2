import { expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { eInvoiceSupplier, receive } from "@/test/applied-e-invoices";
import { decideNow, seedMandate } from "@/test/supplier-data";
import { setAlwaysCollected } from "./mutations";

test("a transfer invoice is collected while the supplier says so for its customer, and the audit log has both", async () => {
  const { customerId, actor } = await eInvoiceSupplier();
  const { invoiceId = "" } = await receive(customerId, { paymentMeans: ["58"] }, { outcome: "other_means" });
  const { contactId } = await db.invoice.findFirstOrThrow({ where: { customerId, id: invoiceId } });
  await seedMandate(customerId, contactId ?? "");
  await setAlwaysCollected(customerId, contactId ?? "", true, actor);
  expect(await decideNow(customerId, invoiceId)).toMatchObject({ outcome: "collect" });
  await setAlwaysCollected(customerId, contactId ?? "", false, actor);
  expect(await decideNow(customerId, invoiceId)).toMatchObject({ outcome: "cancel", reason: "pays_otherwise" });
  const actions = await db.auditEntry.findMany({
    where: { customerId, subject: contactId ?? "" },
    select: { action: true },
  });
  expect(actions.map(({ action }) => action).sort()).toEqual([
    "contact.always-collected",
    "contact.collected-as-stated",
  ]);
});

test("a contact of another supplier is refused", async () => {
  const [own, other] = [await eInvoiceSupplier(), await eInvoiceSupplier()];
  await receive(other.customerId);
  const { id } = await db.contact.findFirstOrThrow({ where: { customerId: other.customerId } });
  const asked = setAlwaysCollected(own.customerId, id, true, own.actor);
  await expect(asked).rejects.toMatchObject({ code: "not_found" });
  expect(await db.contact.count({ where: { isAlwaysCollected: true, id } })).toBe(0);
});
