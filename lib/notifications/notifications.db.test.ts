import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { today } from "@/lib/core/time/clock";
import { addDays, startOfDay, toDate } from "@/lib/core/time/dates";
import { nextTargetDay } from "@/lib/core/time/target-calendar";
import { jobs } from "@/lib/jobs/catalogue";
import { morning, tellDay } from "@/lib/notifications/digest/jobs";
import { evening, tellUpcoming } from "@/lib/notifications/digest/preview-jobs";
import { sendMail } from "@/lib/notifications/mail/jobs";
import { savePreferences } from "@/lib/notifications/preferences/mutations";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { connectedSupplier, seedCollection } from "@/test/supplier-data";

/** Returns an instant by German winter time, one hour ahead of UTC. */
const inGermany = (day: string, time: string) => new Date(`${day}T${time}:00+01:00`);
const at = (day: string, time: string) => vi.setSystemTime(inGermany(day, time));

/** A Wednesday. */
const TODAY = "2026-12-02";
const TOMORROW = "2026-12-03";

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: inGermany(TODAY, "12:00") });
  await clearJobs();
});
afterEach(() => vi.useRealTimers());

/** Creates a supplier with one collection on each of these days. */
async function supplierWithDebits(days: string[]) {
  const supplier = await connectedSupplier();
  for (const [index, day] of days.entries()) await debitOn(supplier, day, 10_000 + index);
  return supplier;
}

async function debitOn({ customerId }: Awaited<ReturnType<typeof connectedSupplier>>, day: string, cents: number) {
  const { collection, invoice } = await seedCollection(customerId, {
    entry: { totalCents: cents, openCents: cents, number: `RE-${cents}`, dueDate: nextTargetDay(addDays(TODAY, 20)) },
  });
  const where = { customerId_id: { customerId, id: collection.id } };
  await db.collection.update({ where, data: { status: "created", chargeDate: toDate(day) } });
  return { collection, invoice };
}

const letters = (customerId: string) => db.mail.findMany({ where: { customerId }, orderBy: { recipient: "asc" } });
const run = (customerId: string, day: string) => tellUpcoming.run({ customerId, day });
const asked = async (customerId: string) =>
  (await waitingJobs(jobs.tellUpcoming)).filter((job) => job.customerId === customerId).map((job) => job.day);

describe("the preview on the evening before a debit day", () => {
  test.each([
    [TODAY, "17:59", []],
    [TODAY, "18:00", [TOMORROW]],
    // The worker was down at six: it catches up the same evening, but not after midnight.
    [TODAY, "23:50", [TOMORROW]],
    [TOMORROW, "00:10", []],
    // Nothing is debited on a Saturday or Sunday; the preview of Monday's collections goes out on Sunday.
    ["2026-12-04", "18:00", []],
    ["2026-12-05", "18:00", []],
    ["2026-12-06", "18:00", ["2026-12-07"]],
    // Christmas: the next TARGET day is Monday the 28th.
    ["2026-12-24", "18:00", []],
    ["2026-12-27", "18:00", ["2026-12-28"]],
  ])("on %s at %s is enqueued for these days: %j", async (day, time, told) => {
    const { customerId } = await supplierWithDebits([TOMORROW, "2026-12-07", "2026-12-28"]);
    at(day, time);
    await evening.run({});
    expect(await asked(customerId)).toEqual(told);
  });

  test("goes once to every person who wants it, in their language, however often the job runs", async () => {
    const supplier = await supplierWithDebits([TOMORROW, TOMORROW, "2026-12-07", "2026-12-04"]);
    const { customerId } = supplier;
    const [german, quiet] = [await seedSupplier({ name: "Ida" }), await seedSupplier()];
    await db.user.update({ where: { id: german.userId }, data: { locale: "de" } });
    for (const { userId } of [german, quiet])
      await db.membership.create({ data: { customerId, userId, role: "read_only" } });
    await savePreferences(customerId, quiet.userId, { preview: false, digest: true, alerts: true });
    at(TODAY, "18:00");
    await Promise.all([run(customerId, TOMORROW), run(customerId, TOMORROW), run(customerId, TOMORROW)]);
    const mails = await letters(customerId);
    expect(mails.map((mail) => mail.recipient).sort()).toEqual([supplier.email, german.email].sort());
    expect(mails.find((mail) => mail.recipient === german.email)?.locale).toBe("de");
    expect(mails[0]?.expiresAt).toEqual(startOfDay(TOMORROW));
    expect(mails[0]?.data).toMatchObject({
      tomorrow: {
        day: TOMORROW,
        count: 2,
        cents: 20_001,
        stoppable: 2,
        debits: [{ cents: 10_001 }, { cents: 10_000 }],
      },
      // Monday's collections go to the bank tomorrow, so this evening is the last chance to stop them for certain.
      // Friday's should be with the bank already, but are not. Each day is listed separately and links to its own page.
      lastCalls: [
        { day: "2026-12-04", count: 1, cents: 10_003, debits: [{ cents: 10_003 }] },
        { day: "2026-12-07", count: 1, cents: 10_002, debits: [{ cents: 10_002 }] },
      ],
    });
    // Everybody has the mail: the next run of the evening job enqueues nothing.
    await clearJobs();
    await evening.run({});
    expect(await asked(customerId)).toEqual([]);
  });

  test("names the twenty largest collections and counts the rest", async () => {
    const supplier = await connectedSupplier();
    for (let i = 0; i < 23; i += 1) await debitOn(supplier, TOMORROW, 1_000 + i);
    await run(supplier.customerId, TOMORROW);
    const [mail] = await letters(supplier.customerId);
    const { tomorrow } = (mail as { data: unknown }).data as {
      tomorrow: { count: number; debits: { cents: number }[] };
    };
    expect(tomorrow.count).toBe(23);
    expect(tomorrow.debits.map((debit) => debit.cents)).toEqual(Array.from({ length: 20 }, (_, i) => 1_022 - i));
  });

  test("is sent for a lapsed contract, too, because collections under way continue", async () => {
    const { customerId } = await supplierWithDebits([TOMORROW]);
    await db.contract.update({ where: { customerId }, data: { endsAt: inGermany("2026-11-30", "00:00") } });
    await run(customerId, TOMORROW);
    expect(await letters(customerId)).toHaveLength(1);
  });

  test("is not sent without collections or recipients, for a closed account, or for a day that has begun", async () => {
    const none = await supplierWithDebits([]);
    const closed = await supplierWithDebits([TOMORROW]);
    await db.customer.update({ where: { id: closed.customerId }, data: { closedAt: new Date() } });
    const left = await supplierWithDebits([TOMORROW]);
    await db.membership.deleteMany({ where: { customerId: left.customerId } });
    for (const { customerId } of [none, closed, left]) await run(customerId, TOMORROW);
    const late = await supplierWithDebits([TOMORROW]);
    at(TOMORROW, "00:05");
    await run(late.customerId, TOMORROW);
    for (const { customerId } of [none, closed, left, late]) expect(await letters(customerId)).toEqual([]);
  });

  test("is not sent the next morning if it could not be sent in the evening", async () => {
    const { customerId } = await supplierWithDebits([TOMORROW]);
    await run(customerId, TOMORROW);
    const [mail] = await letters(customerId);
    at(TOMORROW, "06:00");
    await sendMail.run({ mailId: mail?.id ?? "" });
    expect((await letters(customerId))[0]).toMatchObject({ status: "failed", sentAt: null });
    expect(await db.notice.count({ where: { customerId } })).toBe(0);
  });
});

describe("the digest in the morning", () => {
  const digest = (customerId: string) => tellDay.run({ customerId, day: TODAY });

  async function stepOf(customerId: string, collectionId: string, action: string, occurredAt: Date) {
    const id = newId("event");
    await db.collectionEvent.create({
      data: { customerId, id, collectionId, action, status: "confirmed", occurredAt, origin: "gocardless" },
    });
  }

  test("counts the events of the previous day in German time, each kind once per collection", async () => {
    const supplier = await connectedSupplier();
    const { customerId } = supplier;
    const [a, b, c] = [
      await debitOn(supplier, TODAY, 1_000),
      await debitOn(supplier, TODAY, 2_000),
      await debitOn(supplier, TODAY, 4_000),
    ];
    await db.mandate.updateMany({ where: { customerId }, data: { signedAt: inGermany("2026-11-20", "12:00") } });
    await stepOf(customerId, a.collection.id, "confirmed", inGermany(TODAY, "00:00"));
    await stepOf(customerId, a.collection.id, "confirmed", inGermany(TODAY, "09:00"));
    await stepOf(customerId, b.collection.id, "confirmed", new Date(inGermany(TODAY, "00:00").getTime() - 1));
    await stepOf(customerId, c.collection.id, "failed", inGermany(TODAY, "23:59"));
    const payout = { status: "paid" as const, amountCents: 777, paidAt: inGermany(TODAY, "10:00") };
    await db.payout.create({ data: { customerId, id: newId("payout"), providerId: `PO${customerId}`, ...payout } });
    at(TOMORROW, "07:00");
    await morning.run({});
    expect(await waitingJobs(jobs.tellDay)).toContainEqual({ customerId, day: TODAY });
    await digest(customerId);
    await digest(customerId);
    const mails = await letters(customerId);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.data).toMatchObject({
      day: TODAY,
      collected: { count: 1, cents: 1_000 },
      returned: { count: 1, cents: 4_000 },
      paidOut: { count: 1, cents: 777 },
      signed: 0,
    });
  });

  test.each(["06:59", "12:00", "18:00"])("is not sent at %s", async (time) => {
    at(TOMORROW, time);
    await morning.run({});
    expect(await waitingJobs(jobs.tellDay)).toEqual([]);
  });

  test("is not sent without news, even if old notices are open, nor for an earlier day", async () => {
    const { customerId } = await connectedSupplier();
    const waiting = { key: "mandate-lost:1", kind: "mandate_lost", createdAt: inGermany("2026-11-20", "09:00") };
    await db.notice.create({ data: { customerId, id: newId("notice"), ...waiting } });
    at(TOMORROW, "07:00");
    await digest(customerId);
    expect(await letters(customerId)).toEqual([]);
    // A new notice: the digest is sent, and contains the older notice, too.
    const fresh = { key: "mandate-lost:2", kind: "mandate_lost", createdAt: inGermany(TODAY, "09:00") };
    await db.notice.create({ data: { customerId, id: newId("notice"), ...fresh } });
    await tellDay.run({ customerId, day: addDays(today(), -2) });
    expect(await letters(customerId)).toEqual([]);
    await digest(customerId);
    expect((await letters(customerId))[0]?.data).toMatchObject({ needsYou: [{ kind: "mandate_lost", count: 2 }] });
  });
});
