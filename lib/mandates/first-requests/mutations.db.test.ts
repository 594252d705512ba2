import { describe, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { addPaymentCondition, savePaymentConditions } from "@/lib/customers/record/mutations";
import { readAttention } from "@/lib/dashboard/data";
import { requestMandate } from "@/lib/mandates/requests/mutations";
import { DIRECT_DEBIT_TERM, type SeededSupplier } from "@/prisma/seed/suppliers";
import { connectedSupplier, decideNow, seedInvoice, seedMandate } from "@/test/supplier-data";
import { readTotals, readWaitingPayers } from "./data";
import { chooseFirstRequests } from "./mutations";
import type { FirstRequestState } from "./types";

/** Creates a supplier who has read all invoices and chosen no payment condition yet. */
async function newcomer(): Promise<SeededSupplier> {
  const supplier = await connectedSupplier({ paymentConditions: [], isBeforeFirstRequests: true });
  const { customerId } = supplier;
  await db.connection.updateMany({ where: { customerId, type: "LEXOFFICE" }, data: { lastSyncedAt: new Date() } });
  return supplier;
}

async function decideAll({ customerId }: SeededSupplier): Promise<void> {
  for (const { id } of await db.invoice.findMany({ where: { customerId, needsDecision: true } }))
    await decideNow(customerId, id);
}

async function choose(supplier: SeededSupplier, choice: "now" | "by_hand", state: FirstRequestState = "open") {
  const { seen } = await readTotals(supplier.customerId, state);
  await chooseFirstRequests(supplier.customerId, { choice, seen }, supplier.actor);
  await decideAll(supplier);
}

const requests = ({ customerId }: SeededSupplier) => db.mandateRequest.count({ where: { customerId } });
const reasonOf = async ({ customerId }: SeededSupplier, id: string) =>
  (await db.invoice.findUniqueOrThrow({ where: { customerId_id: { customerId, id } } })).reason;
const onDashboard = async ({ customerId, userId }: SeededSupplier) =>
  (await readAttention(customerId, userId, new Date(0))).unconfirmed;

/** Creates two payers who wait, the first with two invoices, and one who has a mandate. */
async function withWaiting() {
  const supplier = await newcomer();
  const { customerId, actor } = supplier;
  const first = await seedInvoice(customerId, { entry: { number: "RE-2", openCents: 10_000, totalCents: 10_000 } });
  const contactExternalId = first.entry.contactExternalId;
  await seedInvoice(customerId, { entry: { number: "RE-1", openCents: 5_000, totalCents: 5_000, contactExternalId } });
  const second = await seedInvoice(customerId, { contact: { emails: ["zwei@payer.example"] } });
  const signed = await seedInvoice(customerId);
  await seedMandate(customerId, signed.contactId);
  await savePaymentConditions(customerId, [DIRECT_DEBIT_TERM], actor);
  await decideAll(supplier);
  return { supplier, first, second, signed };
}

describe("before the supplier has chosen how the first mandate requests are sent", () => {
  test.each(["screen", "API"] as const)("a payment condition saved by the %s requests no mandate", async (by) => {
    const supplier = await newcomer();
    const { customerId, actor } = supplier;
    const { id } = await seedInvoice(customerId);
    if (by === "API") await addPaymentCondition(customerId, DIRECT_DEBIT_TERM, actor);
    else
      expect(await savePaymentConditions(customerId, [DIRECT_DEBIT_TERM], actor)).toEqual({ areRequestsWaiting: true });
    await decideAll(supplier);
    expect(await reasonOf(supplier, id)).toBe("request_unconfirmed");
    expect(await requests(supplier)).toBe(0);
    expect(await onDashboard(supplier)).toBe(1);
  });

  test("payers with a mandate are debited, and the others are listed with address and amount", async () => {
    const { supplier, first, second, signed } = await withWaiting();
    expect(await reasonOf(supplier, signed.id)).toBe("collect");
    expect(await readWaitingPayers(supplier.customerId, "open", 1)).toMatchObject([
      { contactId: first.contactId, invoiceCount: 2, number: "RE-1", openCents: 15_000 },
      { contactId: second.contactId, email: "zwei@payer.example", invoiceCount: 1, openCents: 11_900 },
    ]);
    expect(await readTotals(supplier.customerId, "open")).toMatchObject({
      payers: 2,
      cents: 26_900,
      isDeciding: false,
    });
    expect(await onDashboard(supplier)).toBe(2);
  });

  test("a list that has changed since it was seen sends nothing", async () => {
    const { supplier, second } = await withWaiting();
    const { customerId, actor } = supplier;
    const { seen } = await readTotals(customerId, "open");
    await db.contact.updateMany({ where: { customerId, id: second.contactId }, data: { email: "neu@payer.example" } });
    for (const choice of ["now", "by_hand"] as const)
      await expect(chooseFirstRequests(customerId, { choice, seen }, actor)).rejects.toMatchObject({
        code: "conflict",
      });
    expect(await db.customer.findUnique({ where: { id: customerId } })).toMatchObject({ firstRequestsAt: null });
  });

  test.each(["a first reading", "a decision"])("nothing can be chosen during %s", async (wait) => {
    const { supplier, first } = await withWaiting();
    const { customerId, actor } = supplier;
    if (wait === "a decision")
      await db.invoice.updateMany({ where: { customerId, id: first.id }, data: { needsDecision: true } });
    else await db.connection.updateMany({ where: { customerId, type: "LEXOFFICE" }, data: { lastSyncedAt: null } });
    const { seen } = await readTotals(customerId, "open");
    await expect(chooseFirstRequests(customerId, { choice: "now", seen }, actor)).rejects.toMatchObject({
      code: "conflict",
    });
  });
});

test("the choice to send now requests one mandate per payer, and later ones automatically", async () => {
  const { supplier } = await withWaiting();
  const { customerId, actor } = supplier;
  await choose(supplier, "now");
  expect(await requests(supplier)).toBe(2);
  const later = await seedInvoice(customerId);
  await decideNow(customerId, later.id);
  expect(await reasonOf(supplier, later.id)).toBe("mandate_requested");
  expect(await requests(supplier)).toBe(3);
  expect(await onDashboard(supplier)).toBe(0);
  await chooseFirstRequests(customerId, { choice: "now", seen: "" }, actor);
  await expect(chooseFirstRequests(customerId, { choice: "by_hand", seen: "" }, actor)).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await db.auditEntry.findMany({ where: { customerId, action: "mandate.first-requests" } })).toMatchObject([
    { userId: actor.userId, detail: { choice: "now", payers: 2, cents: 26_900 } },
  ]);
});

describe("the choice to send each by hand", () => {
  test("leaves the known invoices to a person, and requests mandates for later ones automatically", async () => {
    const { supplier, first, second } = await withWaiting();
    const { customerId, actor } = supplier;
    await choose(supplier, "by_hand");
    expect(await reasonOf(supplier, first.id)).toBe("requests_off");
    expect([await requests(supplier), await onDashboard(supplier)]).toEqual([0, 0]);
    await requestMandate(customerId, { contactId: second.contactId, byMail: true }, actor);
    await decideAll(supplier);
    expect((await readWaitingPayers(customerId, "by_hand", 1)).map((row) => row.contactId)).toEqual([first.contactId]);
    const later = await seedInvoice(customerId);
    await decideNow(customerId, later.id);
    expect(await reasonOf(supplier, later.id)).toBe("mandate_requested");
    expect(await requests(supplier)).toBe(2);
  });

  test("counts the day on which a previous accounting system's document was read", async () => {
    const { supplier } = await withWaiting();
    const { customerId } = supplier;
    await choose(supplier, "by_hand");
    const entry = { number: "RE-77" };
    const { id } = await seedInvoice(customerId, { entry });
    const former = { books: "SEVDESK" as const, createdAt: new Date(0) };
    await db.invoice.updateMany({ where: { customerId, id }, data: former });
    const moved = await seedInvoice(customerId, { entry });
    await decideNow(customerId, moved.id);
    expect(await reasonOf(supplier, moved.id)).toBe("requests_off");
  });

  test("can be replaced: then the requests that are left are sent", async () => {
    const { supplier } = await withWaiting();
    await choose(supplier, "by_hand");
    await choose(supplier, "now", "by_hand");
    expect(await requests(supplier)).toBe(2);
  });
});
