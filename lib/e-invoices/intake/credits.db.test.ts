import { beforeEach, describe, expect, test } from "vitest";
import type { CustomerId } from "@/lib/auth/scope";
import { ownStep, recordSteps } from "@/lib/collections/events/mutations";
import { db, Prisma } from "@/lib/core/database/db";
import { storing } from "@/lib/e-invoices/tray/reading-mutations";
import { eInvoiceSupplier, receive } from "@/test/applied-e-invoices";
import { clearJobs } from "@/test/jobs";
import { decideNow, latestCollection, seedMandate } from "@/test/supplier-data";
import { correctedBy, creditsOfNumber } from "./data";
import { numbersAmong } from "./plain/data";
import { assignmentOf } from "./rules";

beforeEach(clearJobs);

const CREDIT = {
  number: "GS-1",
  typeCode: "381",
  payableCents: 4_000,
  precedingNumbers: ["RE-1042"],
  dueDate: undefined,
};
const asCredit = { outcome: "credit" as const };

const invoicesOf = (customerId: string) => db.invoice.findMany({ where: { customerId }, orderBy: { number: "asc" } });

/** Receives an invoice, collects it, and brings its collection to the state of these events. */
async function collected(customerId: CustomerId, actions: string[] = []) {
  const { invoiceId = "" } = await receive(customerId);
  const { contactId } = await db.invoice.findFirstOrThrow({ where: { customerId, id: invoiceId } });
  await seedMandate(customerId, contactId ?? "");
  await decideNow(customerId, invoiceId);
  const { id } = await latestCollection(customerId, invoiceId);
  for (const action of actions) await recordSteps(customerId, id, [ownStep(action, null)]);
  return { invoiceId, collectionId: id };
}

describe("a credit", () => {
  test("reduces the invoice that it names, and never becomes a receivable", async () => {
    const { customerId } = await eInvoiceSupplier();
    const { invoiceId } = await receive(customerId);
    expect(await receive(customerId, CREDIT, asCredit)).toMatchObject({
      status: "done",
      reason: "credited",
      invoiceId,
    });
    expect(await invoicesOf(customerId)).toMatchObject([{ number: "RE-1042", openCents: 7_900, creditedCents: 4_000 }]);
  });

  test("with a negative amount does the same, and one over the whole amount closes the invoice", async () => {
    const { customerId } = await eInvoiceSupplier();
    const { invoiceId = "" } = await receive(customerId);
    const negative = { ...CREDIT, typeCode: "384", payableCents: -11_900 };
    await receive(customerId, negative, { outcome: "negative" });
    expect(await invoicesOf(customerId)).toMatchObject([{ openCents: 0, bookStatus: "voided" }]);
    expect(await decideNow(customerId, invoiceId)).toMatchObject({ outcome: "skip", reason: "voided" });
  });

  test("that arrives twice counts once; another one of its number is held", async () => {
    const { customerId } = await eInvoiceSupplier();
    await receive(customerId);
    await receive(customerId, CREDIT, asCredit);
    expect(await receive(customerId, CREDIT, asCredit)).toMatchObject({ status: "done", reason: "duplicate" });
    const other = await receive(customerId, { ...CREDIT, payableCents: 1_000 }, asCredit);
    expect(other).toMatchObject({ status: "held", reason: "number_taken" });
    expect(await invoicesOf(customerId)).toMatchObject([{ openCents: 7_900 }]);
  });

  test("that arrives before its invoice is applied with it, once", async () => {
    const { customerId } = await eInvoiceSupplier();
    const first = await receive(customerId, CREDIT, asCredit);
    expect(first).toMatchObject({ status: "held", reason: "credit_waits" });
    const copy = await receive(customerId, CREDIT, asCredit);
    expect(await invoicesOf(customerId)).toEqual([]);
    const { invoiceId } = await receive(customerId);
    expect(await invoicesOf(customerId)).toMatchObject([{ openCents: 7_900 }]);
    const files = await db.eInvoiceFile.findMany({
      where: { customerId, id: { in: [first.id, copy.id] } },
      orderBy: { id: "asc" },
    });
    expect(files).toMatchObject([
      { status: "done", reason: "credited", invoiceId },
      { status: "done", reason: "duplicate", invoiceId },
    ]);
  });

  test("without a named invoice, or for another buyer's, changes nothing", async () => {
    const { customerId } = await eInvoiceSupplier();
    await receive(customerId);
    await receive(customerId, { number: "RE-2", buyerId: "2" });
    const unnamed = await receive(customerId, { ...CREDIT, precedingNumbers: [] }, asCredit);
    expect(unnamed).toMatchObject({ status: "held", reason: "credit_unnamed" });
    const foreign = await receive(customerId, { ...CREDIT, number: "GS-2", buyerId: "2" }, asCredit);
    expect(foreign).toMatchObject({ status: "held", reason: "credit_other_payer" });
    expect(await invoicesOf(customerId)).toMatchObject([{ openCents: 11_900 }, { openCents: 11_900 }]);
  });

  test("without a named invoice reduces the one to which a person assigns it, also after another question", async () => {
    const { customerId } = await eInvoiceSupplier();
    await receive(customerId);
    await receive(customerId, { number: "RE 2/26", buyerId: "2" });
    const unnamed = { ...CREDIT, precedingNumbers: [] };
    const { id } = await receive(customerId, unnamed, asCredit);
    const answer = assignmentOf(" RE 2/26");
    const asked = await receive(customerId, unnamed, { ...asCredit, id, answer });
    expect(asked).toMatchObject({ status: "held", reason: "credit_other_payer" });
    const answered = await receive(customerId, unnamed, { ...asCredit, id, answer: `${answer} apply` });
    expect(answered).toMatchObject({ status: "done", reason: "credited" });
    const credited = (await invoicesOf(customerId)).filter(({ creditedCents }) => creditedCents > 0);
    expect(credited).toMatchObject([{ number: "RE 2/26" }]);
  });

  test("that names an invoice cannot be assigned to another one", async () => {
    const { customerId } = await eInvoiceSupplier();
    await receive(customerId);
    const answer = assignmentOf("RE-1042");
    const held = await receive(customerId, { ...CREDIT, precedingNumbers: ["RE-9"] }, { ...asCredit, answer });
    expect(held).toMatchObject({ status: "held", reason: "credit_waits" });
  });

  test("with a customer number that nobody has yet does not reduce the invoice of another one", async () => {
    const { customerId } = await eInvoiceSupplier();
    await receive(customerId);
    const foreign = await receive(customerId, { ...CREDIT, buyerId: "999" }, asCredit);
    expect(foreign).toMatchObject({ status: "held", reason: "credit_other_payer" });
  });

  test("in another currency is held: its amount is not taken for euros", async () => {
    const { customerId } = await eInvoiceSupplier();
    await receive(customerId);
    for (const currency of ["CHF", undefined]) {
      const held = await receive(customerId, { ...CREDIT, currency }, asCredit);
      expect(held).toMatchObject({ status: "held", reason: "foreign_currency" });
    }
    expect(await invoicesOf(customerId)).toMatchObject([{ openCents: 11_900 }]);
  });

  test("for several invoices reduces them in order, and together by no more than its amount", async () => {
    const { customerId } = await eInvoiceSupplier();
    await receive(customerId);
    await receive(customerId, { number: "RE-1043" });
    const both = { ...CREDIT, payableCents: 15_000, precedingNumbers: ["RE-1042", "RE-1043"] };
    expect(await receive(customerId, both, asCredit)).toMatchObject({ status: "done", reason: "credited" });
    expect(await invoicesOf(customerId)).toMatchObject([{ openCents: 0 }, { openCents: 8_800 }]);
  });

  test("replaces a collection that the bank does not have yet by a smaller one", async () => {
    const { customerId } = await eInvoiceSupplier();
    const { invoiceId } = await collected(customerId);
    await receive(customerId, CREDIT, asCredit);
    expect(await decideNow(customerId, invoiceId)).toMatchObject({ outcome: "replace", amountCents: 7_900 });
  });

  test("after the payout says that the payer has paid too much", async () => {
    const { customerId } = await eInvoiceSupplier();
    const { invoiceId } = await collected(customerId, ["created", "submitted", "confirmed", "paid_out"]);
    expect(await receive(customerId, CREDIT, asCredit)).toMatchObject({
      status: "done",
      reason: "credit_after_payment",
    });
    expect(await decideNow(customerId, invoiceId)).toMatchObject({ outcome: "keep", reason: "collected" });
  });
});

describe("the open amount, which no system tells us", () => {
  test("is nothing once the money is paid out, and everything again after a chargeback", async () => {
    const { customerId } = await eInvoiceSupplier();
    const { invoiceId, collectionId } = await collected(customerId, ["created", "submitted", "confirmed"]);
    expect(await invoicesOf(customerId)).toMatchObject([{ openCents: 11_900, bookStatus: "open" }]);
    await recordSteps(customerId, collectionId, [ownStep("paid_out", null)]);
    expect(await invoicesOf(customerId)).toMatchObject([{ openCents: 0, bookStatus: "paid" }]);
    await recordSteps(customerId, collectionId, [ownStep("charged_back", null)]);
    expect(await invoicesOf(customerId)).toMatchObject([{ openCents: 11_900, bookStatus: "open" }]);
    expect(await decideNow(customerId, invoiceId)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
  });
});

describe("a correction", () => {
  const CORRECTION = { number: "RE-1042-K", typeCode: "384", payableCents: 9_000, precedingNumbers: ["RE-1042"] };

  test("takes the place of the invoice that it names, and its collection is replaced", async () => {
    const { customerId } = await eInvoiceSupplier();
    const { invoiceId } = await collected(customerId);
    expect(await receive(customerId, CORRECTION)).toMatchObject({ status: "done", reason: "replaces", invoiceId });
    expect(await invoicesOf(customerId)).toMatchObject([{ number: "RE-1042-K", totalCents: 9_000, openCents: 9_000 }]);
    expect(await decideNow(customerId, invoiceId)).toMatchObject({ outcome: "replace", amountCents: 9_000 });
    expect(await receive(customerId, CORRECTION)).toMatchObject({ reason: "duplicate", invoiceId });
  });

  test("is not collected beside what was paid out for the invoice that it names", async () => {
    const { customerId } = await eInvoiceSupplier();
    const { invoiceId } = await collected(customerId, ["created", "submitted", "confirmed", "paid_out"]);
    await receive(customerId, CORRECTION);
    expect(await decideNow(customerId, invoiceId)).toMatchObject({ outcome: "keep", reason: "collected" });
    expect(await db.collection.count({ where: { customerId } })).toBe(1);
  });

  test("that arrives first leaves no place for the invoice that it names", async () => {
    const { customerId } = await eInvoiceSupplier();
    const { invoiceId } = await receive(customerId, CORRECTION);
    expect(await receive(customerId)).toMatchObject({ status: "done", reason: "replaced", invoiceId });
    expect(await invoicesOf(customerId)).toMatchObject([{ number: "RE-1042-K", openCents: 9_000 }]);
  });

  test("and its invoice are one for a credit, which may name either or both, before and after", async () => {
    for (const precedingNumbers of [["RE-1042"], ["RE-1042-K"], ["RE-1042", "RE-1042-K"]]) {
      const credit = { ...CREDIT, precedingNumbers };
      const { customerId } = await eInvoiceSupplier();
      await receive(customerId, credit, asCredit);
      await receive(customerId, CORRECTION);
      expect(await invoicesOf(customerId)).toMatchObject([{ openCents: 5_000 }]);
      await receive(customerId, { ...credit, number: "GS-2", payableCents: 1_000 }, asCredit);
      expect(await invoicesOf(customerId)).toMatchObject([{ openCents: 4_000 }]);
    }
  });

  test("that was corrected itself takes no place, whichever of the three files comes last", async () => {
    const second = { ...CORRECTION, number: "RE-1042-L", payableCents: 6_000, precedingNumbers: ["RE-1042-K"] };
    for (const files of [
      [{}, CORRECTION, second, CORRECTION, {}],
      [second, CORRECTION, {}],
    ]) {
      const { customerId } = await eInvoiceSupplier();
      for (const file of files) expect(await receive(customerId, file)).toMatchObject({ status: "done" });
      expect(await invoicesOf(customerId)).toMatchObject([{ number: "RE-1042-L", openCents: 6_000 }]);
    }
  });

  test("of an invoice that another accounting system had is held, because a debit may have begun there", async () => {
    const { customerId } = await eInvoiceSupplier();
    const { invoiceId } = await collected(customerId);
    await db.invoice.updateMany({ where: { customerId, id: invoiceId }, data: { books: "LEXOFFICE" } });
    expect(await receive(customerId, CORRECTION)).toMatchObject({ status: "held", reason: "correction_unmatched" });
  });

  test("that names no invoice, or several, is held", async () => {
    const { customerId } = await eInvoiceSupplier();
    for (const precedingNumbers of [[], ["RE-1", "RE-2"]]) {
      const held = await receive(customerId, { ...CORRECTION, precedingNumbers });
      expect(held).toMatchObject({ status: "held", reason: "correction_unmatched" });
    }
    expect(await invoicesOf(customerId)).toEqual([]);
  });
});

const END = {
  ...{ id: "file_1", status: "held" as const, outcome: "credit", reason: null, detail: null },
  ...{ xmlSha1: null, facts: null, lines: null, invoiceId: null, isDropped: false },
};

test("what is asked and stored for each file reads few rows, however many files and invoices a supplier has", async () => {
  const { customerId } = await eInvoiceSupplier();
  await db.$executeRaw`
    INSERT INTO invoices (customer_id, id, books, external_id, external_type, kind, number, book_status, voucher_date,
      due_date, total_cents, open_cents, updated_at)
    SELECT ${customerId}, 'inv_' || n, 'EINVOICE', n, 'invoice', 'invoice', n, 'open', now(), now(), 1, 1, now()
    FROM (SELECT generate_series(1, 2000)::text AS n) AS numbers`;
  await db.$executeRaw`
    INSERT INTO e_invoice_files (customer_id, id, name, byte_count, digest, received_via, status, outcome, facts,
      invoice_id, updated_at)
    SELECT ${customerId}, 'file_' || n, 'x', 1, n, 'upload', 'done', o, jsonb_build_object('number', n, 'precedingNumbers',
      '[]'::jsonb), 'inv_' || n, now()
    FROM (SELECT n::text, CASE n % 20 WHEN 0 THEN 'credit' ELSE 'direct_debit' END AS o FROM generate_series(1, 2000) AS n)
      AS numbers`;
  await db.$executeRaw`ANALYZE invoices, e_invoice_files`;
  for (const query of [
    creditsOfNumber(customerId, "file_1", "GS-1"),
    correctedBy(customerId, "GS-1"),
    numbersAmong(customerId, ["GS-1", "GS-2"]),
    storing(customerId, [END]),
  ]) {
    const plan = await db.$queryRaw<Record<string, string>[]>(Prisma.sql`EXPLAIN (ANALYZE, COSTS OFF) ${query}`);
    const text = plan.flatMap((line) => Object.values(line)).join("\n");
    const rows = [...text.matchAll(/rows=([\d.]+) loops=(\d+)|Removed by Filter: (\d+)/g)];
    expect(
      rows.reduce(
        (sum, [, read = 0, loops = 0, removed = 0]) => sum + Number(read) * Number(loops) + Number(removed),
        0,
      ),
      text,
    ).toBeLessThan(100);
  }
});
