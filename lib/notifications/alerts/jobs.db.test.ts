import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { type NewNotice, raiseNotice, resolveNotice } from "@/lib/notices/mutations";
import { savePreferences } from "@/lib/notifications/preferences/mutations";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { dismissAll } from "@/test/notices";
import { connectedSupplier, seedCollection } from "@/test/supplier-data";
import { sendAlerts } from "./jobs";

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date() });
  await clearJobs();
});
afterEach(() => vi.useRealTimers());

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const raise = (customerId: string, notice: NewNotice) => db.$transaction((tx) => raiseNotice(tx, customerId, notice));
const resolve = (customerId: string, key: string) => db.$transaction((tx) => resolveNotice(tx, customerId, key));
const run = (customerId: string) => sendAlerts.run({ customerId });

/** Runs the job after all waiting times are over. */
async function runLater(customerId: string): Promise<void> {
  later(600);
  await run(customerId);
}

interface Told {
  groups: { kind: string; count: number; sumCents: number; items: { number: string; payer: string; code: string }[] }[];
}
const told = async (customerId: string) =>
  (await db.mail.findMany({ where: { customerId, template: "alerts" }, orderBy: { id: "asc" } })).map(
    (mail) => (mail.data as unknown as Told).groups,
  );

const LOST = { key: "connection-lost:GOCARDLESS", kind: "connection_lost", data: { type: "GOCARDLESS" } } as const;
const returned = (name: string, data = {}): NewNotice => ({
  key: `collection-returned:${name}`,
  kind: "collection_failed",
  data: { number: name, amountCents: 100, ...data },
});

describe("a notice about money", () => {
  test("enqueues the alert job in its own transaction; a notice that can wait does not", async () => {
    const { customerId } = await connectedSupplier();
    await raise(customerId, { key: "mandate-lost:1", kind: "mandate_lost" });
    expect(await waitingJobs(jobs.sendAlerts)).toEqual([]);
    await raise(customerId, LOST);
    await raise(customerId, LOST);
    expect(await waitingJobs(jobs.sendAlerts)).toEqual([{ customerId }]);
  });

  test("waits for further notices: fifty returned payments are one mail to each person who wants alerts", async () => {
    const supplier = await connectedSupplier();
    const { customerId } = supplier;
    const [colleague, quiet] = [await seedSupplier(), await seedSupplier()];
    for (const { userId } of [colleague, quiet])
      await db.membership.create({ data: { customerId, userId, role: "member" } });
    await savePreferences(customerId, quiet.userId, { preview: true, digest: true, alerts: false });
    const { invoice, collection } = await seedCollection(customerId);
    await db.collection.updateMany({ where: { customerId, id: collection.id }, data: { failureCode: "AM04" } });
    for (let i = 0; i < 49; i += 1) await raise(customerId, returned(`RE-${i}`));
    await raise(
      customerId,
      returned("RE-1042", { invoiceId: invoice.id, collectionId: collection.id, amountCents: 5_000 }),
    );
    // Notices still arrive, so the job enqueues itself for later.
    await clearJobs();
    await run(customerId);
    expect(await told(customerId)).toEqual([]);
    expect(await waitingJobs(jobs.sendAlerts)).toEqual([{ customerId }]);
    later(6);
    await Promise.all([run(customerId), run(customerId)]);
    await run(customerId);
    const mails = await db.mail.findMany({ where: { customerId } });
    expect(mails.map((mail) => mail.recipient).sort()).toEqual([supplier.email, colleague.email].sort());
    expect((await told(customerId))[0]).toMatchObject([
      {
        kind: "collection_failed",
        count: 50,
        sumCents: 9_900,
        items: [{ number: "RE-1042", payer: "Bäckerei Sonnenschein KG", code: "AM04" }],
      },
    ]);
  });

  test("that is raised soon after an alert waits some minutes for the next alert", async () => {
    const { customerId } = await connectedSupplier();
    await raise(customerId, returned("RE-1"));
    await runLater(customerId);
    // The mail row has the database's time. Sets both times, so that the second notice follows a minute later.
    vi.setSystemTime(new Date());
    await db.mail.updateMany({ where: { customerId }, data: { createdAt: new Date() } });
    later(60);
    await raise(customerId, returned("RE-2"));
    later(10);
    await run(customerId);
    expect(await told(customerId)).toHaveLength(1);
    later(300);
    await run(customerId);
    expect((await told(customerId))[1]).toMatchObject([{ count: 1 }]);
  });

  test("is alerted once; again if its cause was resolved and recurs, or becomes a graver one", async () => {
    const { customerId } = await connectedSupplier();
    const counts: number[] = [];
    const step = async (act: () => Promise<void>) => {
      await act();
      await runLater(customerId);
      counts.push((await told(customerId)).length);
    };
    await step(() => raise(customerId, LOST));
    await step(() => raise(customerId, LOST));
    await step(() => resolve(customerId, LOST.key));
    await step(() => raise(customerId, LOST));
    await step(() => raise(customerId, returned("RE-1")));
    await step(() => raise(customerId, { ...returned("RE-1"), kind: "collection_returned" }));
    expect(counts).toEqual([1, 1, 1, 2, 3, 4]);
  });

  test("that was dismissed is not alerted again while its cause persists, but when the cause recurs", async () => {
    const { customerId } = await connectedSupplier();
    const paid: NewNotice = { key: "paid_elsewhere:1", kind: "paid_elsewhere" };
    await raise(customerId, paid);
    await runLater(customerId);
    await dismissAll(customerId, "paid_elsewhere");
    await raise(customerId, paid);
    await runLater(customerId);
    expect(await told(customerId)).toHaveLength(1);
    await dismissAll(customerId, "paid_elsewhere");
    await resolve(customerId, paid.key);
    await raise(customerId, paid);
    await runLater(customerId);
    expect(await told(customerId)).toHaveLength(2);
  });

  test("that is resolved before the alert is not alerted, and neither is any notice of a closed account", async () => {
    const [healed, closed] = [await connectedSupplier(), await connectedSupplier()];
    await raise(healed.customerId, { key: "payout-unproven:1", kind: "payout_unproven" });
    await resolve(healed.customerId, "payout-unproven:1");
    await raise(closed.customerId, LOST);
    await db.customer.update({ where: { id: closed.customerId }, data: { closedAt: new Date() } });
    for (const { customerId } of [healed, closed]) {
      await runLater(customerId);
      expect(await told(customerId)).toEqual([]);
    }
  });

  test("is alerted for a lapsed contract, too, because payments are still under way", async () => {
    const { customerId } = await connectedSupplier();
    await db.contract.update({ where: { customerId }, data: { endsAt: new Date(Date.now() - 86_400_000) } });
    await raise(customerId, returned("RE-1"));
    await runLater(customerId);
    expect(await told(customerId)).toHaveLength(1);
  });
});
