import { afterAll, expect, test } from "vitest";
import { GOCARDLESS_PACE } from "@/lib/connections/pace/mutations";
import { db } from "@/lib/core/database/db";
import { StaleVersion } from "@/lib/core/database/stale-version";
import { BookingStatus, PayoutStatus } from "@/lib/core/prisma/enums";
import { jobs } from "@/lib/jobs/catalogue";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { PayoutServer } from "@/test/payout-server";
import { connectedSupplier, openNotices } from "@/test/supplier-data";
import { retriggerPayout } from "./mutations";
import { archivePayout } from "./provider";

/** Every state of a payout and of its booking, with every answer of GoCardless and a retrigger. */
const server = await PayoutServer.start();
process.env.GOCARDLESS_API_URL = server.url;
// No waiting between calls; another test covers the pace.
GOCARDLESS_PACE.intervalMs = 1;
const { customerId, actor } = await connectedSupplier();
afterAll(() => server.stop());

const id = "PO-STATES";
const key = { customerId_providerId: { customerId, providerId: id } };
const read = () => db.payout.findUniqueOrThrow({ where: key, include: { items: true, bookings: true } });

test.each(
  Object.values(PayoutStatus).flatMap((from) => Object.values(BookingStatus).map((booking) => [from, booking])),
)("a %s payout with booking %s takes every later answer, and a retrigger unless it bounced", async (from, booking) => {
  const state = { status: from as PayoutStatus, bookingStatus: booking as BookingStatus };
  const prepare = async () => {
    server.answers.set(id, { amountCents: 11_900, status: "paid", items: [["payment_paid_out", "11900.0", "PM-1"]] });
    await db.payout.updateMany({ where: { customerId, providerId: id }, data: { updatedAt: new Date(0) } });
    await archivePayout(customerId, id);
    const row = await db.payout.update({ where: key, data: { ...state, bookingError: "before" } });
    await db.notice.deleteMany({ where: { customerId } });
    await clearJobs();
    return row;
  };
  for (const to of Object.values(PayoutStatus)) {
    const before = await prepare();
    server.answers.set(id, { amountCents: 11_900, status: to, items: [["payment_paid_out", "11900.0", "PM-1"]] });
    for (const _again of [1, 2]) await archivePayout(customerId, id);
    const after = await read();
    expect(after.paidAt === null).toBe(to === "pending");
    // The booking state stays, and the archive is not made a second time.
    expect(after).toMatchObject({ status: to, bookingStatus: booking, archivedAt: before.archivedAt });
    expect([after.items.length, after.bookings.length]).toEqual([1, 2]);
    const isNews = to === "bounced" && from !== "bounced";
    expect(await openNotices(customerId)).toEqual(isNews ? [`payout-bounced:${id}`] : []);
    expect(await waitingJobs(jobs.bookPayouts)).toHaveLength(to === "paid" ? 1 : 0);
  }
  for (const to of Object.values(PayoutStatus)) {
    await prepare();
    server.answers.set(id, { amountCents: 11_900, status: to, items: [["payment_paid_out", "11900.0", "PM-1"]] });
    // As if another reading had been stored during this one: nobody knows which one is newer.
    const before = await db.payout.update({ where: key, data: { updatedAt: new Date(Date.now() + 60_000) } });
    if (to === from) await archivePayout(customerId, id);
    else await expect(archivePayout(customerId, id)).rejects.toThrow(StaleVersion);
    expect(await read()).toMatchObject({ status: before.status, bookingStatus: booking });
  }
  const { id: payoutId } = await prepare();
  if (from === "bounced") {
    await expect(retriggerPayout(customerId, payoutId, actor)).rejects.toMatchObject({ code: "payout_bounced" });
    expect(await read()).toMatchObject({ bookingStatus: booking, bookingError: "before" });
  } else {
    await retriggerPayout(customerId, payoutId, actor);
    expect(await read()).toMatchObject({ status: from, bookingStatus: "pending", bookingError: null });
  }
  expect(await waitingJobs(jobs.bookPayouts)).toHaveLength(from === "bounced" ? 0 : 1);
});
