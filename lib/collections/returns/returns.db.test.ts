import { beforeEach, describe, expect, test } from "vitest";
import { type CollectionStep, recordSteps } from "@/lib/collections/events/mutations";
import { setExcluded } from "@/lib/collections/instructions/mutations";
import { RETURN_FILTERS } from "@/lib/collections/types";
import { db, Prisma } from "@/lib/core/database/db";
import { saveSettings } from "@/lib/customers/record/mutations";
import { csvLinesOf } from "@/test/csv-lines";
import { clearJobs } from "@/test/jobs";
import { decideAfterReading, returnedInvoice, step } from "@/test/returned-debits";
import {
  connectedSupplier,
  decideNow,
  latestCollection,
  openNotices,
  readInvoice,
  seedCollection,
} from "@/test/supplier-data";
import { readReturns, returnsQuery } from "./data";
import { exportReturns } from "./export-data";
import { dismissReturn, reopenDismissed, writeNote } from "./mutations";
import { approveRetry } from "./retry-mutations";

const { customerId, actor } = await connectedSupplier({ companyName: "Rückläufer & Co" });

beforeEach(clearJobs);

const key = (id: string) => ({ customerId_id: { customerId, id } });
const caseOf = (invoiceId: string) => db.returnCase.findFirst({ where: { customerId, invoiceId } });
const planOn = (retriesReturns: boolean) => saveSettings(customerId, { retriesReturns }, actor);

const returned = async (changes: Partial<CollectionStep> = {}) => await returnedInvoice(customerId, changes);
const decideWithReading = async (invoiceId: string) => await decideAfterReading(customerId, invoiceId);

describe("the returns queue", () => {
  test("has a case for a return until a later collection brings the money", async () => {
    const invoice = await returned();
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: false, outcome: null });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "failed_needs_action" });
    await approveRetry(customerId, invoice.id, actor);
    await decideWithReading(invoice.id);
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: false });
    const second = await latestCollection(customerId, invoice.id);
    expect(second).toMatchObject({ attempt: 2, retriedBy: "person" });
    await recordSteps(customerId, second.id, [step("created"), step("submitted"), step("confirmed")]);
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: true, outcome: "collected" });
    await recordSteps(customerId, second.id, [step("charged_back", { code: "MD06", cause: "refund_requested" })]);
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: false, outcome: null, collectionId: second.id });
    expect(await db.returnCase.count({ where: { customerId, invoiceId: invoice.id } })).toBe(1);
  });

  test("closes the case of a paid invoice, unless received money was taken back", async () => {
    const unpaid = await returned();
    await db.invoice.update({ where: key(unpaid.id), data: { bookStatus: "paid", openCents: 0 } });
    await decideNow(customerId, unpaid.id);
    expect(await caseOf(unpaid.id)).toMatchObject({ isDone: true, outcome: "settled" });
    expect(await openNotices(customerId)).not.toContain(`collection-returned:${unpaid.id}`);

    const { invoice, collection } = await seedCollection(customerId);
    const received = [step("created"), step("submitted"), step("confirmed"), step("paid_out")];
    await recordSteps(customerId, collection.id, received);
    await db.invoice.update({ where: key(invoice.id), data: { bookStatus: "paid", openCents: 0 } });
    await recordSteps(customerId, collection.id, [step("failed", { code: "AM04" })]);
    await decideNow(customerId, invoice.id);
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: false });
  });

  test("reopens the case when the invoice is owed again, or is included again on its own page", async () => {
    const invoice = await returned();
    const notice = `collection-returned:${invoice.id}`;
    await db.invoice.update({ where: key(invoice.id), data: { bookStatus: "paid", openCents: 0 } });
    await decideNow(customerId, invoice.id);
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: true, outcome: "settled" });
    await db.invoice.update({ where: key(invoice.id), data: { bookStatus: "open", openCents: 11_900 } });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "failed_needs_action" });
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: false, outcome: null, doneAt: null });
    expect(await openNotices(customerId)).toContain(notice);

    await dismissReturn(customerId, invoice.id, actor);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "invoice_excluded" });
    expect(await openNotices(customerId)).not.toContain(notice);
    await setExcluded(customerId, invoice.id, false, actor);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "failed_needs_action" });
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: false, outcome: null });
    expect(await openNotices(customerId)).toContain(notice);
  });

  test("excludes an invoice that a person dismisses from collection, and lets them reopen it", async () => {
    await planOn(true);
    const invoice = await returned();
    await decideWithReading(invoice.id);
    expect(await latestCollection(customerId, invoice.id)).toMatchObject({ retriedBy: "plan", status: "pending" });
    await db.invoice.updateMany({ where: { customerId, id: invoice.id }, data: { collectNowAt: new Date() } });
    await dismissReturn(customerId, invoice.id, actor);
    expect(await readInvoice(customerId, invoice.externalId)).toMatchObject({ isExcluded: true, collectNowAt: null });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "cancel", reason: "invoice_excluded" });
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: true, outcome: "dismissed" });
    expect(await openNotices(customerId)).not.toContain(`collection-returned:${invoice.id}`);
    await reopenDismissed(customerId, invoice.id, actor);
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: false, outcome: null, doneAt: null });
    await expect(reopenDismissed(customerId, invoice.id, actor)).rejects.toMatchObject({ code: "not_found" });
    await planOn(false);
  });

  test("keeps notes as they were typed", async () => {
    const invoice = await returned();
    const text = `=HYPERLINK("http://x") <script>alert(1)</script>\n\u202egnirts 🙂`;
    await writeNote(customerId, invoice.id, text, actor);
    const [line] = await readReturns(customerId, { filter: "open" }, { take: 1, isBack: false });
    expect(line?.notes).toMatchObject([{ text, author: actor.userName }]);
  });

  test("pages both ways, filters, and finds by payer and number, pattern characters included", async () => {
    const stranger = await connectedSupplier();
    const own = await connectedSupplier();
    for (const [owner, number] of [
      [stranger, "RE-1"],
      [own, "RE-1"],
      [own, "RE-100%"],
      [own, "RE_3"],
    ] as const) {
      const { invoice, collection } = await seedCollection(owner.customerId, {
        entry: { number, contactName: `An ${number}` },
      });
      await recordSteps(owner.customerId, collection.id, [step("created"), step("failed", { code: "AM04" })]);
      if (number === "RE_3") await dismissReturn(owner.customerId, invoice.id, actor);
    }
    const read = async (wanted: Parameters<typeof readReturns>[1], args: Parameters<typeof readReturns>[2]) =>
      await readReturns(own.customerId, wanted, args);
    const numbers = async (...given: Parameters<typeof read>) => (await read(...given)).map((row) => row.number);
    expect(await numbers({ filter: "all" }, { take: 9, isBack: false })).toEqual(["RE_3", "RE-100%", "RE-1"]);
    expect(await numbers({ filter: "open" }, { take: 9, isBack: false })).toEqual(["RE-100%", "RE-1"]);
    expect(await numbers({ filter: "done" }, { take: 9, isBack: false })).toEqual(["RE_3"]);
    expect(await numbers({ filter: "all", search: "100%" }, { take: 9, isBack: false })).toEqual(["RE-100%"]);
    expect(await numbers({ filter: "all", search: "ÁN  re_3" }, { take: 9, isBack: false })).toEqual(["RE_3"]);
    expect(await numbers({ filter: "all", search: "_" }, { take: 9, isBack: false })).toEqual(["RE_3"]);
    expect(await numbers({ filter: "all", search: "an re-1" }, { take: 9, isBack: false })).toEqual([
      "RE-100%",
      "RE-1",
    ]);
    const [, middle] = await read({ filter: "all" }, { take: 9, isBack: false });
    const from = middle?.id;
    expect(await numbers({ filter: "all" }, { take: 9, from, isBack: false })).toEqual(["RE-1"]);
    expect(await numbers({ filter: "all" }, { take: 9, from, isBack: true })).toEqual(["RE_3"]);
  });
});

test("the query of the returns queue is served by indexes, whatever is asked", async () => {
  const from = "rtn_x";
  for (const filter of RETURN_FILTERS)
    for (const args of [{ isBack: false }, { from, isBack: false }, { from, isBack: true }]) {
      const query = returnsQuery(
        customerId,
        { filter, search: filter === "all" ? "RE" : undefined },
        { take: 26, ...args },
      );
      const plan = await db.$transaction(async (tx) => {
        // The tables of a test are so small that they are scanned. This setting leaves only scans that cannot be
        // avoided.
        await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
        return await tx.$queryRaw<Record<string, string>[]>(Prisma.sql`EXPLAIN ${query}`);
      });
      const text = plan.map((line) => Object.values(line)[0]).join("\n");
      expect(text).not.toContain("Seq Scan");
    }
});

test("the returned debits are exported with the filter and the search in use", async () => {
  const other = await connectedSupplier();
  const invoice = await returnedInvoice(other.customerId, { code: "AC01" });
  const linesOf = async (wanted: Parameters<typeof exportReturns>[1]) =>
    await csvLinesOf(exportReturns(other.customerId, wanted, "en"));
  const { number } = await db.invoice.findUniqueOrThrow({
    where: { customerId_id: { customerId: other.customerId, id: invoice.id } },
  });
  expect((await linesOf({ filter: "open" })).slice(1)).toEqual([
    expect.stringMatching(new RegExp(`^"${number}",.*"119\\.00","AC01","Invalid IBAN","1","Open"$`)),
  ]);
  expect(await linesOf({ filter: "done" })).toHaveLength(1);
  expect(await linesOf({ filter: "all", search: "nobody" })).toHaveLength(1);
});
