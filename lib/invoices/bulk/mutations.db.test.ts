import { beforeEach, describe, expect, test } from "vitest";
import { collectNow } from "@/lib/collections/instructions/mutations";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { now, today } from "@/lib/core/time/clock";
import { addDays, toDate } from "@/lib/core/time/dates";
import { markDocument } from "@/lib/decision-queue/document-mutations";
import { jobs } from "@/lib/jobs/catalogue";
import { clearJobs, waitingJobs } from "@/test/jobs";
import {
  connectedSupplier,
  decideNow,
  latestCollection,
  readInvoice,
  seedCollection,
  seedInvoice,
  seedMandate,
} from "@/test/supplier-data";
import { runBulk } from "./jobs";
import { startBulk } from "./mutations";

const { customerId, actor } = await connectedSupplier();
const stranger = await connectedSupplier();

beforeEach(clearJobs);

const work = () => runBulk.run({ customerId });
const readRun = (id: string) =>
  db.bulkRun.findUniqueOrThrow({
    where: { customerId_id: { customerId, id } },
    include: { items: { orderBy: { position: "asc" } } },
  });
const readRow = (id: string) => db.invoice.findUniqueOrThrow({ where: { customerId_id: { customerId, id } } });
const audits = (subject: string) => db.auditEntry.findMany({ where: { customerId, subject } });

describe("a bulk run", () => {
  test("is stored with its job, and stores a reason for each refused invoice", async () => {
    const free = await seedInvoice(customerId);
    const late = await seedCollection(customerId);
    await db.collection.updateMany({ where: { customerId, id: late.collection.id }, data: { status: "submitted" } });
    const paid = await seedInvoice(customerId, { entry: { status: "paid", openCents: 0 } });
    const until = addDays(today(), 30);
    const ids = [free.id, late.invoice.id, paid.id];
    const { runId, total } = await startBulk(customerId, { action: "hold", until, selection: { ids } }, actor);
    expect(total).toBe(3);
    expect(await waitingJobs(jobs.runBulk)).toEqual([{ customerId }]);
    await work();
    const run = await readRun(runId);
    expect(run).toMatchObject({ status: "done", doneCount: 1, refusedCount: 2 });
    const outcome = (id: string) => run.items.find((item) => item.subject === id);
    expect(outcome(free.id)).toMatchObject({ outcome: "done", reason: null });
    expect(outcome(late.invoice.id)).toMatchObject({ outcome: "refused", reason: "too_late_to_change" });
    expect(outcome(paid.id)).toMatchObject({ outcome: "refused", reason: "paid" });
    expect((await readRow(free.id)).heldUntil).toEqual(toDate(until));
    expect(await audits(free.id)).toMatchObject([{ action: "invoice.held", userName: actor.userName, ip: actor.ip }]);
    expect(await audits(paid.id)).toEqual([]);
  });

  test("refuses a document that is still being read as undecided, not as a draft", async () => {
    const told = {
      books: "LEXOFFICE",
      externalId: newId("invoice"),
      externalType: "invoice",
      kind: "invoice",
    } as const;
    await db.$transaction((tx) => markDocument(tx, customerId, told, "document", now()));
    const half = await readInvoice(customerId, told.externalId);
    const whole = await seedInvoice(customerId);
    const where = { customerId_id: { customerId, id: whole.contactId } };
    await db.contact.update({ where, data: { email: null, staleAt: new Date() } });
    const reasonsOf = async (action: "request_mandates" | "collect_now", ids: string[]) => {
      const { runId } = await startBulk(customerId, { action, selection: { ids } }, actor);
      await work();
      return (await readRun(runId)).items.map(({ reason }) => reason);
    };
    expect(await reasonsOf("collect_now", [half.id])).toEqual(["undecided"]);
    expect(await reasonsOf("request_mandates", [half.id])).toEqual(["undecided"]);
    expect(await reasonsOf("request_mandates", [whole.id])).toEqual(["contact_unread"]);
    await db.contact.update({ where, data: { staleAt: null } });
    expect(await reasonsOf("request_mandates", [whole.id])).toEqual(["contact_without_email"]);
  });

  test("resumes where it was cut off, and does nothing twice", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.push((await seedInvoice(customerId)).id);
    const { runId } = await startBulk(customerId, { action: "exclude", selection: { ids } }, actor);
    await work();
    // As if a worker had died before the third and the fifth item.
    await db.bulkItem.updateMany({ where: { customerId, runId, position: { in: [2, 4] } }, data: { outcome: null } });
    await db.bulkRun.updateMany({ where: { customerId, id: runId }, data: { status: "running", doneCount: 3 } });
    await Promise.all([work(), work()]);
    const run = await readRun(runId);
    expect(run).toMatchObject({ status: "done", doneCount: 5, refusedCount: 0 });
    expect(run.items.every((item) => item.outcome === "done")).toBe(true);
    const [first] = run.items;
    expect(await audits(first?.subject ?? "")).toHaveLength(1);
  });

  test("asks a payer of several invoices once, and takes back what an earlier run stopped", async () => {
    const mine = await connectedSupplier();
    const first = await seedInvoice(mine.customerId);
    const entry = { contactExternalId: first.entry.contactExternalId };
    const ids = [first.id, (await seedInvoice(mine.customerId, { entry })).id];
    const run = async (action: "request_mandates" | "hold" | "release" | "exclude" | "include") => {
      const until = action === "hold" ? addDays(today(), 30) : undefined;
      const { runId } = await startBulk(mine.customerId, { action, until, selection: { ids } }, mine.actor);
      await runBulk.run({ customerId: mine.customerId });
      const key = { customerId_id: { customerId: mine.customerId, id: runId } };
      expect(await db.bulkRun.findUniqueOrThrow({ where: key }), action).toMatchObject({
        doneCount: 2,
        refusedCount: 0,
      });
      return await db.invoice.findMany({ where: { customerId: mine.customerId } });
    };
    await run("request_mandates");
    const requests = await db.mandateRequest.findMany({ where: { customerId: mine.customerId } });
    expect(requests).toMatchObject([{ contactId: first.contactId, mailCount: 1 }]);
    expect((await run("hold")).map(({ heldUntil }) => heldUntil)).toEqual([expect.any(Date), expect.any(Date)]);
    expect((await run("release")).map(({ heldUntil }) => heldUntil)).toEqual([null, null]);
    expect((await run("exclude")).map(({ isExcluded }) => isExcluded)).toEqual([true, true]);
    expect((await run("include")).map(({ isExcluded }) => isExcluded)).toEqual([false, false]);
  });

  test("includes all matching invoices, but none of another supplier", async () => {
    const other = await seedInvoice(stranger.customerId);
    await expect(
      startBulk(customerId, { action: "exclude", selection: { ids: [other.id] } }, actor),
    ).rejects.toMatchObject({ code: "not_found" });
    const mine = await connectedSupplier();
    for (const number of ["AB-1", "AB-2", "CD-1"]) await seedInvoice(mine.customerId, { entry: { number } });
    const selection = { filter: "all", search: "AB-", counted: 2 } as const;
    const fewer = { ...selection, counted: 1 };
    await expect(startBulk(mine.customerId, { action: "exclude", selection: fewer }, mine.actor)).rejects.toMatchObject(
      { code: "conflict" },
    );
    expect(await startBulk(mine.customerId, { action: "exclude", selection }, mine.actor)).toMatchObject({ total: 2 });
    expect(await db.invoice.count({ where: { customerId: stranger.customerId, isExcluded: true } })).toBe(0);
  });

  test("is refused before anything is stored if the day of a hold is missing or past", async () => {
    const { id } = await seedInvoice(customerId);
    for (const until of [undefined, today(), "2020-01-01"])
      await expect(
        startBulk(customerId, { action: "hold", until, selection: { ids: [id] } }, actor),
      ).rejects.toMatchObject({ code: "invalid_input" });
    expect(await waitingJobs(jobs.runBulk)).toEqual([]);
  });
});

describe("collect now", () => {
  test("cancels the pending collection before it creates an earlier one", async () => {
    const { invoice, collection } = await seedCollection(customerId, { entry: { dueDate: addDays(today(), 60) } });
    await collectNow(customerId, invoice.id, actor);
    await decideNow(customerId, invoice.id);
    expect(await db.collection.findMany({ where: { customerId, invoiceId: invoice.id } })).toMatchObject([
      { id: collection.id, cancelReason: "date_changed", holdsInvoice: true },
    ]);
    expect(await audits(invoice.id)).toMatchObject([{ action: "invoice.collect-now" }]);
    // The earlier collection starts only once the first one is cancelled at GoCardless.
    await db.collection.updateMany({
      where: { customerId, id: collection.id },
      data: { status: "cancelled", holdsInvoice: false },
    });
    await decideNow(customerId, invoice.id);
    const next = await latestCollection(customerId, invoice.id);
    expect(next).toMatchObject({ attempt: 2, wantedDate: toDate(today()) });
    expect(next.requestedDate.getTime()).toBeLessThan(collection.requestedDate.getTime());
    await decideNow(customerId, invoice.id);
    expect(await db.collection.count({ where: { customerId, invoiceId: invoice.id } })).toBe(2);
  });

  test("is refused with the reason that blocks the invoice, and stores nothing", async () => {
    const { id } = await seedInvoice(customerId, { document: { termLabel: "Überweisung" } });
    await expect(collectNow(customerId, id, actor)).rejects.toMatchObject({
      code: "not_collectable",
      fields: [{ field: "reason", message: "condition_mismatch" }],
    });
    expect((await readRow(id)).collectNowAt).toBeNull();
    await expect(collectNow(stranger.customerId, id, stranger.actor)).rejects.toMatchObject({ code: "not_found" });
  });

  test("is refused before the due date in the Standard plan, also within a bulk run", async () => {
    const basic = await connectedSupplier({ contract: "basic" });
    const ready = async (dueDate: string) => {
      const invoice = await seedInvoice(basic.customerId, { entry: { dueDate } });
      await seedMandate(basic.customerId, invoice.contactId);
      return invoice.id;
    };
    const [early, asked, due, overdue] = [
      await ready(addDays(today(), 60)),
      // Without a mandate, the earliest possible charge date of a new one counts.
      (await seedInvoice(basic.customerId, { entry: { dueDate: addDays(today(), 60) } })).id,
      await ready(today()),
      await ready(addDays(today(), -10)),
    ];
    const ids = [early, asked, due, overdue];
    for (const id of [early, asked])
      await expect(collectNow(basic.customerId, id, basic.actor)).rejects.toMatchObject({ code: "premium_required" });
    const { runId } = await startBulk(basic.customerId, { action: "collect_now", selection: { ids } }, basic.actor);
    await runBulk.run({ customerId: basic.customerId });
    const items = await db.bulkItem.findMany({ where: { customerId: basic.customerId, runId } });
    const ends = Object.fromEntries(items.map(({ subject, outcome, reason }) => [subject, [outcome, reason]]));
    const [refused, done] = [
      ["refused", "early_is_premium"],
      ["done", null],
    ];
    expect(ends).toEqual({ [early]: refused, [asked]: refused, [due]: done, [overdue]: done });
  });

  test("has no effect if the Premium plan ends before the collection is created", async () => {
    const lapsed = await connectedSupplier();
    const { customerId: own } = lapsed;
    const dueDate = addDays(today(), 60);
    const invoice = await seedInvoice(own, { entry: { dueDate } });
    await seedMandate(own, invoice.contactId);
    await collectNow(own, invoice.id, lapsed.actor);
    await db.contract.update({ where: { customerId: own }, data: { planType: "basic" } });
    await decideNow(own, invoice.id);
    expect(await latestCollection(own, invoice.id)).toMatchObject({ wantedDate: toDate(dueDate) });
  });

  test("is revoked when the invoice is excluded", async () => {
    const invoice = await seedInvoice(customerId, { entry: { dueDate: addDays(today(), 60) } });
    await seedMandate(customerId, invoice.contactId);
    await collectNow(customerId, invoice.id, actor);
    const { runId } = await startBulk(customerId, { action: "exclude", selection: { ids: [invoice.id] } }, actor);
    await work();
    expect((await readRun(runId)).doneCount).toBe(1);
    expect((await readRow(invoice.id)).collectNowAt).toBeNull();
  });
});
