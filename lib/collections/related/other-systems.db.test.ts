import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { type CollectionStep, recordSteps } from "@/lib/collections/events/mutations";
import { approveRetry } from "@/lib/collections/returns/retry-mutations";
import { db } from "@/lib/core/database/db";
import { decideAfterReading } from "@/test/returned-debits";
import {
  connectedSupplier,
  decideNow,
  latestCollection,
  openNotices,
  seedCollection,
  seedInvoice,
  seedMandate,
} from "@/test/supplier-data";

const { customerId, actor } = await connectedSupplier();

type Seeded = Awaited<ReturnType<typeof seedCollection>>;
/** The collection of an invoice in Lexware, which is in use, and that of the same invoice in the previous system. */
let [brought, former]: Seeded[] = [];
let minute = 0;

async function happens({ collection }: Seeded, action: string, cause: string | null = null): Promise<void> {
  minute += 1;
  const step: CollectionStep = {
    ...{ id: `EV-${randomUUID()}`, action, cause, origin: cause ? "bank" : "gocardless", code: null, text: null },
    ...{ occurredAt: new Date(Date.now() + minute * 60_000), willAttemptRetry: false },
  };
  await recordSteps(customerId, collection.id, [step]);
}

const read = ({ invoice: { id } }: Seeded) =>
  db.invoice.findUniqueOrThrow({ where: { customerId_id: { customerId, id } }, include: { collections: true } });
const told = async () => (await openNotices(customerId)).filter((key) => key.startsWith("claimed-twice:"));

beforeEach(async () => {
  minute = -60;
  await db.notice.deleteMany({ where: { customerId } });
  const number = `RE-${randomUUID()}`;
  const before = await seedCollection(customerId, { entry: { number } });
  await happens(before, "submitted");
  await happens(before, "failed", "insufficient_funds");
  const left = { books: "SEVDESK", bookStatus: "deleted", openCents: 0 } as const;
  await db.invoice.updateMany({ where: { customerId, id: before.invoice.id }, data: left });
  former = before;
  const invoice = await seedInvoice(customerId, { entry: { number: number.replace("-", " ") } });
  const mandate = await seedMandate(customerId, invoice.contactId);
  minute = 0;
  await approveRetry(customerId, invoice.id, actor);
  await decideAfterReading(customerId, invoice.id);
  brought = { invoice, mandate, collection: await latestCollection(customerId, invoice.id) };
  await db.invoice.updateMany({ where: { customerId }, data: { needsDecision: false } });
});

describe("a collection of a previous system, reopened after the invoice was collected in the new one", () => {
  test("has the new collection cancelled while that is possible, and a notice shown until it is cancelled", async () => {
    const [one, other] = [brought as Seeded, former as Seeded];
    await happens(other, "resubmission_requested");
    expect(await read(other)).toMatchObject({ collections: [{ status: "created", holdsInvoice: true }] });
    expect(await told()).toEqual([`claimed-twice:${other.invoice.id}`]);
    expect(await read(one)).toMatchObject({ needsDecision: true });
    expect(await decideNow(customerId, one.invoice.id)).toMatchObject({
      ...{ outcome: "cancel", reason: "collected_in_other_books" },
    });
    expect(await decideNow(customerId, other.invoice.id)).toMatchObject({ outcome: "keep" });
    expect((await read(one)).collections).toMatchObject([{ cancelRequestedAt: expect.any(Date) }]);
    await happens(one, "cancelled");
    expect(await told()).toEqual([]);
    // The invoice waits for the outcome of the other collection, and is flagged when that is known.
    expect(await decideNow(customerId, one.invoice.id)).toMatchObject({ reason: "collected_in_other_books" });
    await happens(other, "failed", "insufficient_funds");
    expect(await read(one)).toMatchObject({ needsDecision: true });
    // The other one was returned since: the approval given before does not authorise another collection.
    expect(await decideNow(customerId, one.invoice.id)).toMatchObject({ reason: "failed_needs_action" });
  });

  test("causes a notice if the bank has both", async () => {
    const [one, other] = [brought as Seeded, former as Seeded];
    await happens(one, "submitted");
    expect(await told()).toEqual([]);
    await happens(other, "resubmission_requested");
    expect(await told()).toEqual([`claimed-twice:${other.invoice.id}`]);
    expect(await decideNow(customerId, one.invoice.id)).toMatchObject({ outcome: "keep" });
    await happens(one, "failed", "insufficient_funds");
    expect(await told()).toEqual([]);
  });
});

test("events of both collections at the same time do not deadlock", async () => {
  const both = [brought as Seeded, former as Seeded];
  await Promise.all(both.flatMap((one) => [happens(one, "customer_approval_granted"), happens(one, "submitted")]));
  const statuses = await Promise.all(both.map(async (one) => (await read(one)).collections[0]?.status));
  expect(statuses).toContain("submitted");
});
