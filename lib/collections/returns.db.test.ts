import { beforeEach, describe, expect, test } from "vitest";
import { today } from "@/lib/core/clock";
import { addDays, fromDate } from "@/lib/core/dates";
import { db, Prisma } from "@/lib/core/db";
import { nextTargetDay } from "@/lib/core/target-calendar";
import { saveSettings } from "@/lib/customers/mutations";
import { jobs } from "@/lib/jobs/catalogue";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { debitComesBack, decideAfterReading, returnedInvoice, step } from "@/test/returned-debits";
import {
  connectedSupplier,
  decideNow,
  latestCollection,
  openNotices,
  readInvoice,
  seedCollection,
  seedMandate,
} from "@/test/supplier-data";
import { type CollectionStep, recordSteps } from "./event-mutations";
import { approveRetry, stopRetry } from "./retry-mutations";
import { planRetryDay } from "./retry-rules";
import { readReturns, returnsQuery } from "./return-data";
import { layAside, takeUpAgain, writeNote } from "./return-mutations";
import { RETURN_FILTERS } from "./types";

const { customerId, actor } = await connectedSupplier({ companyName: "Rückläufer & Co" });

beforeEach(clearJobs);

const key = (id: string) => ({ customerId_id: { customerId, id } });
const caseOf = (invoiceId: string) => db.returnCase.findFirst({ where: { customerId, invoiceId } });
const collectionsOf = (invoiceId: string) =>
  db.collection.findMany({ where: { customerId, invoiceId }, orderBy: { attempt: "asc" } });
const planOn = (retriesReturns: boolean) => saveSettings(customerId, { retriesReturns }, actor);

const returned = async (changes: Partial<CollectionStep> = {}) => await returnedInvoice(customerId, changes);
const comeBack = async (invoiceId: string, changes: Partial<CollectionStep> = {}) =>
  await debitComesBack(customerId, invoiceId, changes);
const decideWithReading = async (invoiceId: string) => await decideAfterReading(customerId, invoiceId);

/** A second mandate of the payer, which is the one to use from now on. */
async function signs(contactId: string): Promise<void> {
  const { id } = await seedMandate(customerId, contactId, { createdAt: new Date() });
  await db.contact.update({ where: key(contactId), data: { defaultMandateId: id } });
}

describe("the desk", () => {
  test("has a line for what came back, until a later debit brings the money", async () => {
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

  test("is done with what the books call paid, but not with money that was taken back", async () => {
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

  test("what a person lays aside is never debited, and can be taken up again", async () => {
    await planOn(true);
    const invoice = await returned();
    await decideWithReading(invoice.id);
    expect(await latestCollection(customerId, invoice.id)).toMatchObject({ retriedBy: "plan", status: "pending" });
    await db.invoice.updateMany({ where: { customerId, id: invoice.id }, data: { collectNowAt: new Date() } });
    await layAside(customerId, invoice.id, actor);
    expect(await readInvoice(customerId, invoice.externalId)).toMatchObject({ isExcluded: true, collectNowAt: null });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "cancel", reason: "invoice_excluded" });
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: true, outcome: "laid_aside" });
    expect(await openNotices(customerId)).not.toContain(`collection-returned:${invoice.id}`);
    await takeUpAgain(customerId, invoice.id, actor);
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: false, outcome: null, doneAt: null });
    await expect(takeUpAgain(customerId, invoice.id, actor)).rejects.toMatchObject({ code: "not_found" });
    await planOn(false);
  });

  test("keeps notes as they were typed", async () => {
    const invoice = await returned();
    const text = `=HYPERLINK("http://x") <script>alert(1)</script>\n\u202egnirts 🙂`;
    await writeNote(customerId, invoice.id, text, actor);
    const [line] = await readReturns(customerId, { filter: "open" }, { take: 1, isBack: false });
    expect(line?.notes).toMatchObject([{ text, author: actor.userName }]);
  });

  test("steps to and fro, filters and finds by payer and number, signs of a pattern included", async () => {
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
      if (number === "RE_3") await layAside(owner.customerId, invoice.id, actor);
    }
    const read = async (wanted: Parameters<typeof readReturns>[1], args: Parameters<typeof readReturns>[2]) =>
      await readReturns(own.customerId, wanted, args);
    const numbers = async (...given: Parameters<typeof read>) => (await read(...given)).map((row) => row.number);
    expect(await numbers({ filter: "all" }, { take: 9, isBack: false })).toEqual(["RE_3", "RE-100%", "RE-1"]);
    expect(await numbers({ filter: "open" }, { take: 9, isBack: false })).toEqual(["RE-100%", "RE-1"]);
    expect(await numbers({ filter: "done" }, { take: 9, isBack: false })).toEqual(["RE_3"]);
    expect(await numbers({ filter: "all", search: "100%" }, { take: 9, isBack: false })).toEqual(["RE-100%"]);
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

test("the desk's statement is served by indexes, whatever is asked", async () => {
  const from = "rtn_x";
  for (const filter of RETURN_FILTERS)
    for (const args of [{ isBack: false }, { from, isBack: false }, { from, isBack: true }]) {
      const query = returnsQuery(
        customerId,
        { filter, search: filter === "all" ? "RE" : undefined },
        { take: 26, ...args },
      );
      const plan = await db.$transaction(async (tx) => {
        // The tables of a test are so small that they are read whole; here only what cannot be avoided is.
        await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
        return await tx.$queryRaw<Record<string, string>[]>(Prisma.sql`EXPLAIN ${query}`);
      });
      const text = plan.map((line) => Object.values(line)[0]).join("\n");
      expect(text).not.toContain("Seq Scan");
    }
});

describe("the retry plan", () => {
  test("tries twice, each time after reading the open amount again, and then asks", async () => {
    await planOn(true);
    const invoice = await returned();
    for (const attempt of [2, 3]) {
      const before = await latestCollection(customerId, invoice.id);
      expect(await decideNow(customerId, invoice.id)).toBeUndefined();
      expect(await waitingJobs(jobs.syncInvoices)).toHaveLength(1);
      expect(await collectionsOf(invoice.id)).toHaveLength(attempt - 1);
      await db.invoice.update({ where: key(invoice.id), data: { openStaleAt: null, openCents: 12_000 - attempt } });
      expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "collect", retriedBy: "plan" });
      const planned = await latestCollection(customerId, invoice.id);
      const lastCharge = fromDate(before.chargeDate ?? before.requestedDate);
      const earliest = nextTargetDay(addDays(today(), 3));
      const day = planRetryDay({ earliest, lastCharge });
      expect(planned).toMatchObject({ attempt, amountCents: 12_000 - attempt, retriedBy: "plan" });
      expect(fromDate(planned.requestedDate)).toBe(day);
      expect(await openNotices(customerId)).not.toContain(`collection-returned:${invoice.id}`);
      await comeBack(invoice.id);
      await clearJobs();
    }
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
    expect(await openNotices(customerId)).toContain(`collection-returned:${invoice.id}`);
    expect(await collectionsOf(invoice.id)).toHaveLength(3);

    // A person may once more; then GoCardless' own limit is reached, and it is said.
    await approveRetry(customerId, invoice.id, actor);
    await decideWithReading(invoice.id);
    expect(await latestCollection(customerId, invoice.id)).toMatchObject({ attempt: 4, retriedBy: "person" });
    await comeBack(invoice.id);
    await expect(approveRetry(customerId, invoice.id, actor)).rejects.toMatchObject({ code: "retry_limit_reached" });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "failed_needs_action" });
    await planOn(false);
  });

  test.each([
    ["is tried again, also after it was settled", "failed", "late_failure_settled", "collect"],
    ["that was taken back never is, before or after it was settled", "charged_back", "chargeback_settled", "wait"],
  ])("money that had been received and %s", async (_what, comesBack, settled, outcome) => {
    await planOn(true);
    const { invoice, collection } = await seedCollection(customerId);
    const received = [step("created"), step("submitted"), step("confirmed"), step("paid_out")];
    await recordSteps(customerId, collection.id, [...received, step(comesBack, { code: "AM04" })]);
    if (outcome === "wait") expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome });
    await recordSteps(customerId, collection.id, [step(settled)]);
    expect(await latestCollection(customerId, invoice.id)).toMatchObject({ status: "chargeback_settled" });
    expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome });
    await planOn(false);
  });

  test("stops what it planned when it is switched off, or when somebody says so, and tells that it is open again", async () => {
    for (const stop of [
      async () => await planOn(false),
      async (id: string) => await stopRetry(customerId, id, actor),
    ]) {
      await planOn(true);
      const invoice = await returned();
      await decideWithReading(invoice.id);
      await stop(invoice.id);
      expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "cancel", reason: "retry_stopped" });
      const planned = await latestCollection(customerId, invoice.id);
      expect(planned).toMatchObject({ cancelRequestedAt: expect.any(Date), cancelReason: "retry_stopped" });
      await recordSteps(customerId, planned.id, [step("cancelled")]);
      expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
      expect(await openNotices(customerId)).toContain(`collection-returned:${invoice.id}`);
      // What was called off was no try.
      const [line] = await readReturns(customerId, { filter: "open" }, { take: 1, isBack: false });
      expect(line).toMatchObject({ invoiceId: invoice.id, attempts: 1, tries: 0 });
    }
    await planOn(false);
  });

  test("begins nothing anew on a mandate that was signed before somebody said so, and does on one signed since", async () => {
    await planOn(true);
    const invoice = await returned();
    await decideWithReading(invoice.id);
    const planned = await latestCollection(customerId, invoice.id);
    await recordSteps(customerId, planned.id, [step("created")]);
    await signs(invoice.contactId);
    await stopRetry(customerId, invoice.id, actor);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "cancel", reason: "retry_stopped" });
    await recordSteps(customerId, planned.id, [step("cancelled")]);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
    await signs(invoice.contactId);
    expect(await decideWithReading(invoice.id)).toMatchObject({ outcome: "collect" });
    await planOn(false);
  });

  test.each<[string, (invoiceId: string) => Promise<unknown>]>([
    ["the plan is on", async () => await planOn(true)],
    ["somebody had the return before it tried again", async (id) => await approveRetry(customerId, id, actor)],
  ])(
    "goes by the debit that came back last, which an older one can be: nothing is tried after a refusal though %s",
    async (_why, allow) => {
      await planOn(true);
      const invoice = await returned();
      await decideWithReading(invoice.id);
      await comeBack(invoice.id);
      await planOn(false);
      await allow(invoice.id);
      // Somebody takes the first one up again at GoCardless, and the payer takes it back.
      const [first] = await collectionsOf(invoice.id);
      const at = (minutes: number) => ({ occurredAt: new Date(Date.now() + minutes * 60_000) });
      await recordSteps(customerId, first?.id ?? "", [
        step("resubmission_requested", at(1)),
        step("submitted", at(2)),
        step("confirmed", at(3)),
        step("charged_back", { code: "MD06", cause: "refund_requested", ...at(4) }),
      ]);
      expect(await decideWithReading(invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
      await planOn(false);
    },
  );

  test("leaves alone what GoCardless tries again itself, and nobody else may either", async () => {
    await planOn(true);
    const invoice = await returned({ willAttemptRetry: true });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "wait", reason: "provider_retries" });
    await expect(approveRetry(customerId, invoice.id, actor)).rejects.toMatchObject({ code: "retry_by_provider" });
    const { id } = await latestCollection(customerId, invoice.id);
    await recordSteps(customerId, id, [step("resubmission_requested")]);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "keep", reason: "collection_running" });
    expect(await collectionsOf(invoice.id)).toHaveLength(1);
    await planOn(false);
  });

  test("waits for GoCardless' own try of an older debit, and no longer once its mandate has ended", async () => {
    await planOn(true);
    const invoice = await returned();
    await decideWithReading(invoice.id);
    const [first, second] = await collectionsOf(invoice.id);
    await comeBack(invoice.id);
    const at = (minutes: number) => ({ occurredAt: new Date(Date.now() + minutes * 60_000) });
    const again = [
      step("resubmission_requested", at(1)),
      step("submitted", at(2)),
      step("failed", { code: "AM04", cause: "insufficient_funds", willAttemptRetry: true, ...at(3) }),
    ];
    await recordSteps(customerId, first?.id ?? "", again);
    // The second one comes back after that, without such a word.
    await db.collection.update({ where: key(second?.id ?? ""), data: { failedAt: at(4).occurredAt } });
    expect(await decideWithReading(invoice.id)).toMatchObject({ outcome: "wait", reason: "provider_retries" });
    const lines = await readReturns(customerId, { filter: "open" }, { take: 50, isBack: false });
    expect(lines.find((line) => line.invoiceId === invoice.id)).toMatchObject({ willAttemptRetry: true });

    await db.mandate.update({ where: key(second?.mandateId ?? ""), data: { status: "cancelled" } });
    expect(await decideWithReading(invoice.id)).toMatchObject({ outcome: "request_mandate" });
    await seedMandate(customerId, invoice.contactId, { createdAt: at(5).occurredAt });
    expect(await decideWithReading(invoice.id)).toMatchObject({ outcome: "collect" });
    await planOn(false);
  });
});
