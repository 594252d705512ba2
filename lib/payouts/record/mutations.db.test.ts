import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { invoiceReference } from "@/lib/payouts/rules";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { type PayoutAnswer, PayoutServer } from "@/test/payout-server";
import { connectedSupplier, openNotices, seedCollection } from "@/test/supplier-data";
import { retriggerPayout } from "./mutations";
import { archivePayout } from "./provider";

const server = await PayoutServer.start();
process.env.GOCARDLESS_API_URL = server.url;
const { customerId, actor } = await connectedSupplier();
afterAll(() => server.stop());
beforeEach(clearJobs);

let count = 0;

function nextId(prefix: string): string {
  count += 1;
  return `${prefix}${String(count).padStart(6, "0")}`;
}

/** A collection with a payment at GoCardless. */
async function paid(number = "RE-1042") {
  const { invoice, collection } = await seedCollection(customerId, { entry: { number } });
  const payment = nextId("PM");
  await db.collection.update({
    where: { customerId_id: { customerId, id: collection.id } },
    data: { providerId: payment, status: "paid_out" },
  });
  return { invoice, collection, payment };
}

/** Derived from the vendor's document id: a row that is deleted and read again has another id of ours. */
const referenceFor = ({ externalId }: { externalId: string }) =>
  invoiceReference(customerId, { books: "LEXOFFICE", externalId });

const payoutOf = (providerId: string) =>
  db.payout.findUniqueOrThrow({
    where: { customerId_providerId: { customerId, providerId } },
    include: { items: true, bookings: true },
  });
const linesOf = async (providerId: string) => {
  const { bookings } = await payoutOf(providerId);
  return bookings.sort((a, b) => (a.id < b.id ? -1 : 1));
};

describe("a payout that is paid", () => {
  test("is archived with its items and the lines that explain it, and its booking is enqueued", async () => {
    const [one, two] = [await paid("RE-1"), await paid("RE-2")];
    const id = nextId("PO");
    server.answers.set(id, {
      amountCents: 19_869,
      reference: "GC-ABC",
      items: [
        ["payment_paid_out", "11900.0", one.payment],
        ["payment_paid_out", "8100.0", two.payment],
        ["gocardless_fee", "-120.5", one.payment],
        ["gocardless_fee", "-110.3", two.payment],
        ["payment_paid_out", "100.0", "PM-FOREIGN"],
      ],
    });
    await archivePayout(customerId, id);
    const payout = await payoutOf(id);
    expect(payout).toMatchObject({
      amountCents: 19_869,
      itemTenths: 198_692,
      isProven: true,
      bookingStatus: "pending",
      archivedAt: expect.any(Date),
    });
    expect(payout.items).toHaveLength(5);
    expect(
      payout.items.find((item) => item.providerPaymentId === one.payment && item.type === "payment_paid_out"),
    ).toMatchObject({
      tenths: 119_000,
      collectionId: one.collection.id,
      invoiceId: one.invoice.id,
      isForeign: false,
    });
    expect(payout.items.find((item) => item.providerPaymentId === "PM-FOREIGN")).toMatchObject({
      collectionId: null,
      isForeign: true,
    });
    expect(
      (await linesOf(id)).map((line) => [line.kind, line.reference, line.amountCents, line.feeCents, line.isHinted]),
    ).toEqual([
      ["payment", referenceFor(one.invoice), 11_900, -121, true],
      ["payment", referenceFor(two.invoice), 8_100, -110, true],
      ["payment", `${id}-4`, 100, 0, false],
      ["payout", id, -19_869, 0, false],
    ]);
    expect((await linesOf(id))[0]?.purpose).toBe(`RE-1 Lastschrift ${referenceFor(one.invoice)}`);
    expect(await waitingJobs(jobs.bookPayouts)).toEqual([{ customerId }]);
  });

  test("stays the same however often it is archived, even when the answer changes later", async () => {
    const { payment } = await paid();
    const id = nextId("PO");
    const answer: PayoutAnswer = {
      amountCents: 11_780,
      items: [
        ["payment_paid_out", "11900.0", payment],
        ["gocardless_fee", "-120.0", payment],
      ],
    };
    server.answers.set(id, answer);
    await archivePayout(customerId, id);
    const before = await payoutOf(id);
    await archivePayout(customerId, id);
    server.answers.set(id, { amountCents: 11_780, items: [["payment_paid_out", "11780.0", "PM-OTHER"]] });
    await archivePayout(customerId, id);
    const after = await payoutOf(id);
    expect(after.items).toEqual(before.items);
    expect(after.bookings).toEqual(before.bookings);
    expect(after.archivedAt).toEqual(before.archivedAt);
  });

  test("is stored once when two runs archive it at the same time", async () => {
    const { payment } = await paid();
    const id = nextId("PO");
    server.answers.set(id, { amountCents: 11_900, items: [["payment_paid_out", "11900.0", payment]] });
    await Promise.all([archivePayout(customerId, id), archivePayout(customerId, id)]);
    await archivePayout(customerId, id);
    const payout = await payoutOf(id);
    expect(payout.items).toHaveLength(1);
    expect(payout.bookings).toHaveLength(2);
  });

  test("is reported and not booked while its items do not add up, and is read again", async () => {
    const { payment } = await paid();
    const id = nextId("PO");
    server.answers.set(id, { amountCents: 11_780, items: [["payment_paid_out", "11900.0", payment]] });
    await expect(archivePayout(customerId, id)).rejects.toThrow("do not add up");
    expect(await payoutOf(id)).toMatchObject({ isProven: false, archivedAt: null, bookings: [] });
    expect(await openNotices(customerId)).toContain(`payout-unproven:${id}`);
    expect(await waitingJobs(jobs.bookPayouts)).toEqual([]);

    server.answers.set(id, {
      amountCents: 11_780,
      items: [
        ["payment_paid_out", "11900.0", payment],
        ["gocardless_fee", "-120.0", payment],
      ],
    });
    await archivePayout(customerId, id);
    expect(await payoutOf(id)).toMatchObject({ isProven: true, archivedAt: expect.any(Date), items: { length: 2 } });
    expect(await openNotices(customerId)).not.toContain(`payout-unproven:${id}`);
  });
});

test("a payout with more items than one page holds is archived completely", async () => {
  const id = nextId("PO");
  const items = Array.from({ length: 1_203 }, (_, i): [string, string, string] => [
    "payment_paid_out",
    "100.0",
    `PM-MANY-${i}`,
  ]);
  server.answers.set(id, { amountCents: 120_300, items });
  await archivePayout(customerId, id);
  expect(await payoutOf(id)).toMatchObject({ isProven: true, items: { length: 1_203 }, bookings: { length: 1_204 } });
});

test("money that the supplier refunded is booked as a refund, not as a return", async () => {
  const { payment } = await paid();
  const id = nextId("PO");
  server.answers.set(id, { amountCents: -4_000, items: [["payment_refunded", "-4000.0", payment]] });
  await archivePayout(customerId, id);
  const [line] = await linesOf(id);
  expect(line).toMatchObject({ kind: "refund", amountCents: -4_000, purpose: `RE-1042 Erstattung ${id}-0` });
});

describe("references in the accounting system never change and never collide", () => {
  test("a chargeback and a second payment of one invoice have references of their own", async () => {
    const { invoice, payment, collection } = await paid();
    const first = nextId("PO");
    server.answers.set(first, { amountCents: 11_900, items: [["payment_paid_out", "11900.0", payment]] });
    await archivePayout(customerId, first);

    const returned = nextId("PO");
    server.answers.set(returned, { amountCents: -11_900, items: [["payment_charged_back", "-11900.0", payment]] });
    await archivePayout(customerId, returned);
    expect(
      (await linesOf(returned)).map((line) => [line.kind, line.reference, line.amountCents, line.invoiceId]),
    ).toEqual([
      ["return", `${returned}-0`, -11_900, invoice.id],
      ["payout", returned, 11_900, null],
    ]);

    await db.collection.update({
      where: { customerId_id: { customerId, id: collection.id } },
      data: { status: "charged_back", holdsInvoice: false },
    });
    const again = nextId("PM");
    await db.collection.create({
      data: {
        ...collection,
        debitDate: undefined,
        id: `${collection.id}x`,
        attempt: 2,
        idempotencyKey: again,
        providerId: again,
      },
    });
    const second = nextId("PO");
    server.answers.set(second, { amountCents: 11_900, items: [["payment_paid_out", "11900.0", again]] });
    await archivePayout(customerId, second);
    const [line] = await linesOf(second);
    // The accounting system takes one hint per document, so a person assigns the second payment.
    expect(line).toMatchObject({
      reference: `${referenceFor(invoice)}-${again}`,
      isHinted: false,
      amountCents: 11_900,
    });
    expect(await db.bookingHint.findMany({ where: { customerId, invoiceId: invoice.id } })).toMatchObject([
      { reference: referenceFor(invoice) },
    ]);
  });

  test("two payments of one invoice in the same payout are two lines", async () => {
    const { invoice, payment, collection } = await paid();
    const again = nextId("PM");
    await db.collection.create({
      data: {
        ...collection,
        debitDate: undefined,
        id: `${collection.id}x`,
        attempt: 2,
        idempotencyKey: again,
        providerId: again,
        holdsInvoice: false,
      },
    });
    const id = nextId("PO");
    server.answers.set(id, {
      amountCents: 23_800,
      items: [
        ["payment_paid_out", "11900.0", payment],
        ["payment_paid_out", "11900.0", again],
      ],
    });
    await archivePayout(customerId, id);
    expect((await linesOf(id)).map((line) => [line.reference, line.isHinted])).toEqual([
      [referenceFor(invoice), true],
      [`${referenceFor(invoice)}-${again}`, false],
      [id, false],
    ]);
  });

  test("an invoice keeps the reference of its first hint, however that was derived", async () => {
    const { invoice, payment } = await paid();
    await db.bookingHint.create({ data: { customerId, invoiceId: invoice.id, reference: "EZOLD" } });
    const id = nextId("PO");
    server.answers.set(id, { amountCents: 11_900, items: [["payment_paid_out", "11900.0", payment]] });
    await archivePayout(customerId, id);
    expect((await linesOf(id)).map((line) => line.reference)).toEqual(["EZOLD", id]);
  });

  test("an invoice's reference is short and plain, and differs from every other invoice's", async () => {
    const [one, two] = [await paid(), await paid()];
    expect(referenceFor(one.invoice)).toMatch(/^EZ[0-9A-Z]{14}$/);
    expect(referenceFor(one.invoice)).not.toBe(referenceFor(two.invoice));
  });
});

describe("retriggering a payout", () => {
  test("sends every line again under its old reference, and keeps the time of the first sending", async () => {
    const { payment } = await paid();
    const id = nextId("PO");
    server.answers.set(id, { amountCents: 11_900, items: [["payment_paid_out", "11900.0", payment]] });
    await archivePayout(customerId, id);
    const before = await linesOf(id);
    const { id: payoutId } = await payoutOf(id);
    const sentAt = new Date();
    await db.booking.updateMany({ where: { customerId, payoutId }, data: { sentAt } });
    await db.payout.updateMany({
      where: { customerId, id: payoutId },
      data: { bookingStatus: "needs_attention", bookingError: "no" },
    });
    await clearJobs();
    await retriggerPayout(customerId, id, actor);
    expect(await payoutOf(id)).toMatchObject({ bookingStatus: "pending", bookingError: null });
    expect(await linesOf(id)).toEqual(before.map((line) => ({ ...line, sentAt, sendsAgain: true })));
    expect(await waitingJobs(jobs.bookPayouts)).toEqual([{ customerId }]);
    expect(await db.auditEntry.count({ where: { customerId, subject: payoutId, action: "payout.retriggered" } })).toBe(
      1,
    );
  });

  test("is refused while its items do not add up, and for an unknown payout", async () => {
    const id = nextId("PO");
    server.answers.set(id, { amountCents: 1, items: [] });
    await archivePayout(customerId, id).catch(() => {});
    await expect(retriggerPayout(customerId, id, actor)).rejects.toMatchObject({ code: "payout_not_ready" });
    await expect(retriggerPayout(customerId, "PO-UNKNOWN", actor)).rejects.toMatchObject({ code: "not_found" });
  });
});
