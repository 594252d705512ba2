import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { now } from "@/lib/core/time/clock";
import { jobs } from "@/lib/jobs/catalogue";
import { bookPayouts } from "@/lib/payouts/booking/jobs";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { dismissAll } from "@/test/notices";
import { PayoutServer } from "@/test/payout-server";
import { connectedSupplier, openNotices } from "@/test/supplier-data";
import { followBounces } from "./bounce-provider";
import { retriggerPayout } from "./mutations";
import { archivePayout } from "./provider";

const server = await PayoutServer.start();
process.env.GOCARDLESS_API_URL = server.url;
const DAY_MS = 24 * 3_600_000;
const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS).toISOString();
afterAll(() => server.stop());

let customer: Awaited<ReturnType<typeof connectedSupplier>>;
let count = 0;
beforeEach(async () => {
  customer = await connectedSupplier();
  server.answers.clear();
  server.reads.length = 0;
  server.createdAt = daysAgo(3);
  await clearJobs();
});

function answer(id: string, status: "paid" | "bounced"): void {
  server.answers.set(id, { amountCents: 11_900, status, items: [["payment_paid_out", "11900.0", `PM-${id}`]] });
}

function newPayout(status: "paid" | "bounced"): string {
  count += 1;
  const id = `PO-BOUNCE-${count}`;
  answer(id, status);
  return id;
}

const read = async (providerId: string) =>
  await db.payout.findUniqueOrThrow({
    where: { customerId_providerId: { customerId: customer.customerId, providerId } },
    include: { items: true, bookings: true },
  });

describe("a payout that the supplier's bank sends back", () => {
  test("is archived and reported but not booked if it bounces before its booking", async () => {
    const { customerId, actor } = customer;
    const id = newPayout("bounced");
    await followBounces(customerId);
    expect(await read(id)).toMatchObject({
      status: "bounced",
      isProven: true,
      items: { length: 1 },
      paidAt: expect.any(Date),
    });
    expect(await openNotices(customerId)).toEqual([`payout-bounced:${id}`]);
    expect(await waitingJobs(jobs.bookPayouts)).toEqual([]);
    // This job was enqueued while the payout was still paid. It must not call the accounting system, which would refuse
    // the access.
    await bookPayouts.run({ customerId });
    expect(await read(id)).toMatchObject({ bookingStatus: "pending", bookings: [{ sentAt: null }, { sentAt: null }] });
    await expect(retriggerPayout(customerId, id, actor)).rejects.toMatchObject({ code: "payout_bounced" });
  });

  test("stays booked if it bounces after its booking, and is reported once", async () => {
    const { customerId } = customer;
    const id = newPayout("paid");
    await archivePayout(customerId, id);
    await db.payout.updateMany({ where: { customerId, providerId: id }, data: { bookingStatus: "booked" } });
    answer(id, "bounced");
    await followBounces(customerId);
    expect(await read(id)).toMatchObject({ status: "bounced", bookingStatus: "booked", bookings: { length: 2 } });
    expect(await openNotices(customerId)).toEqual([`payout-bounced:${id}`]);
    await dismissAll(customerId, "payout_bounced");
    await archivePayout(customerId, id);
    expect(await openNotices(customerId)).toEqual([]);
  });

  // Simulation run 220496 found this case.
  test("stays proven if the answer that reports the bounce lacks items", async () => {
    const { customerId } = customer;
    const id = newPayout("paid");
    await archivePayout(customerId, id);
    const before = await read(id);
    server.answers.set(id, { amountCents: 11_900, status: "bounced", items: [] });
    await followBounces(customerId);
    const { archivedAt, itemTenths, items } = before;
    expect(await read(id)).toMatchObject({ status: "bounced", isProven: true, archivedAt, itemTenths, items });
    expect(await openNotices(customerId)).toEqual([`payout-bounced:${id}`]);
  });

  test("is no longer reported once it is paid again, and its booking is enqueued", async () => {
    const { customerId } = customer;
    const id = newPayout("bounced");
    await followBounces(customerId);
    answer(id, "paid");
    await followBounces(customerId);
    expect(await read(id)).toMatchObject({ status: "paid", bookingStatus: "pending" });
    expect(await openNotices(customerId)).toEqual([]);
    expect(await waitingJobs(jobs.bookPayouts)).toEqual([{ customerId }]);
  });
});

test("the bounce check reads only payouts whose status differs, and none older than 30 days", async () => {
  const { customerId } = customer;
  const [paid, bounced] = [newPayout("paid"), newPayout("bounced")];
  await archivePayout(customerId, paid);
  await followBounces(customerId);
  await followBounces(customerId);
  expect(server.reads).toEqual([paid, bounced]);
  server.createdAt = daysAgo(31);
  newPayout("bounced");
  await db.payout.updateMany({ where: { customerId }, data: { paidAt: new Date(server.createdAt) } });
  await followBounces(customerId);
  expect(server.reads).toEqual([paid, bounced]);
});
