import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { pdfText } from "@/test/pdf-text";
import { connectedSupplier, seedInvoice } from "@/test/supplier-data";
import { readStatementHead, readStatementItems } from "./data";
import { statementCsv, statementPdf } from "./rendering";

const { customerId } = await connectedSupplier();
const stranger = await connectedSupplier();

type Item = { type: string; tenths: number; invoiceId?: string; isForeign?: boolean };

async function seedPayout(items: Item[], amountCents: number, of: CustomerId = customerId): Promise<string> {
  const id = newId("payout");
  const facts = {
    providerId: `PO${id}`,
    reference: "GC-1",
    status: "paid" as const,
    amountCents,
    archivedAt: new Date(),
  };
  await db.payout.create({ data: { customerId: of, id, ...facts } });
  const rows = items.map((item, position) => ({
    customerId: of,
    payoutId: id,
    position,
    providerPaymentId: `PM${position}`,
    ...item,
  }));
  await db.payoutItem.createMany({ data: rows });
  return id;
}

async function csvOf(payoutId: string, locale: "de" | "en" = "de"): Promise<string> {
  const head = await readStatementHead(customerId, payoutId);
  let text = "";
  for await (const part of statementCsv(head, readStatementItems(customerId, payoutId), locale)) text += part;
  return text;
}

async function pdfOf(payoutId: string): Promise<string> {
  const head = await readStatementHead(customerId, payoutId);
  const { writer, write } = statementPdf(head, readStatementItems(customerId, payoutId), "de");
  const [bytes] = await Promise.all([buffer(writer.stream), write()]);
  return pdfText(bytes);
}

/** The worked example of rules.test.ts, with one payment of another tool. */
const EXAMPLE: Item[] = [
  { type: "payment_paid_out", tenths: 100_000 },
  { type: "payment_paid_out", tenths: 250_500 },
  { type: "payment_paid_out", tenths: 49_990, isForeign: true },
  { type: "gocardless_fee", tenths: -1_200 },
  { type: "gocardless_fee", tenths: -2_705 },
  { type: "gocardless_fee", tenths: -699 },
  { type: "payment_charged_back", tenths: -80_000 },
  { type: "gocardless_fee", tenths: 1_000 },
];

test("the CSV lists every item in tenths of a cent, with the sums and the payout at its end", async () => {
  const { id: invoiceId } = await seedInvoice(customerId, { entry: { number: "RE-77", contactName: "=Böse&Co" } });
  const payoutId = await seedPayout(
    EXAMPLE.map((item, i) => (i === 0 ? { ...item, invoiceId } : item)),
    31_689,
  );
  const lines = (await csvOf(payoutId)).trimEnd().split("\r\n");
  expect(lines).toHaveLength(1 + EXAMPLE.length + 3);
  expect(lines[1]).toBe(`"1";"Lastschrift";"RE-77";"'=Böse&Co";"PM0";"100,000";"";"";"100,000"`);
  expect(lines[3]).toContain("Aus einem anderen Programm, nicht zugeordnet");
  expect(lines[7]).toBe(`"7";"Rücklastschrift (Zahler)";"";"";"PM6";"";"";"-80,000";"-80,000"`);
  expect(lines[9]).toBe(`"";"Summe der Posten";"";"";"";"400,490";"-3,604";"-80,000";"316,886"`);
  expect(lines[10]).toMatch(/;"316,89"$/);
  expect(lines[11]).toMatch(/;"316,89"$/);
  expect(await csvOf(payoutId, "en")).toContain(
    `"","Sum of the items","","","","400.490","-3.604","-80.000","316.886"`,
  );
});

test("the PDF shows the same figures and says whether they add up", async () => {
  const text = await pdfOf(await seedPayout(EXAMPLE, 31_689));
  for (const fact of ["316,886 €", "316,89 €", "−80,00 €", "Rücklastschrift (Zahler)", "Geht auf den Cent auf"])
    expect(text).toContain(fact);
  expect(await pdfOf(await seedPayout(EXAMPLE, 31_690))).toContain("Geht nicht auf");
});

test("hostile text in an invoice's fields breaks neither the CSV nor the PDF", async () => {
  const hostile = `=HYPERLINK("http://evil.example")\r\n<b>\u202E🦊;"${"W".repeat(10_000)}`;
  const { id: invoiceId } = await seedInvoice(customerId, { entry: { number: hostile, contactName: hostile } });
  const payoutId = await seedPayout(
    EXAMPLE.map((item) => ({ ...item, invoiceId })),
    31_689,
  );
  for (const locale of ["de", "en"] as const) {
    const lines = (await csvOf(payoutId, locale)).trimEnd().split("\r\n");
    expect(lines).toHaveLength(1 + EXAMPLE.length + 3);
    const separator = locale === "de" ? ";" : ",";
    for (const line of lines) {
      // Nine fields each. A spreadsheet computes none of their contents and reads none from right to left.
      expect(line.match(/"(?:[^"]|"")*"/g)?.join(separator)).toBe(line.replace("\uFEFF", ""));
      expect(line.match(/"(?:[^"]|"")*"/g)).toHaveLength(9);
      expect(line).not.toMatch(/"\s*[=+@]|[\u202A-\u202E]/);
    }
  }
  const text = await pdfOf(payoutId);
  expect(text).not.toMatch(/[\u202A-\u202E]/);
  expect(text).toContain("Geht auf den Cent auf");
  // A name is cut to its column, so the sums still fit on the first page.
  expect(text).not.toContain("W".repeat(200));
  expect(text).not.toContain("Seite 2");
});

test("a large payout is read in batches without losing an item", async () => {
  const payoutId = await seedPayout(
    Array.from({ length: 1_600 }, () => ({ type: "payment_paid_out", tenths: 1_000 })),
    160_000,
  );
  let largest = 0;
  let lines = 0;
  const head = await readStatementHead(customerId, payoutId);
  for await (const part of statementCsv(head, readStatementItems(customerId, payoutId), "de")) {
    largest = Math.max(largest, part.length);
    lines += part.split("\r\n").length - 1;
  }
  expect(lines).toBe(1_604);
  expect(largest).toBeLessThan(100_000);
});

test("another supplier's payout is not found, and a payout with incomplete items is not shown", async () => {
  const payoutId = await seedPayout([], 0, stranger.customerId);
  await expect(readStatementHead(customerId, payoutId)).rejects.toMatchObject({ code: "not_found" });
  const early = await seedPayout([], 0);
  await db.payout.updateMany({ where: { customerId, id: early }, data: { archivedAt: null } });
  await expect(readStatementHead(customerId, early)).rejects.toMatchObject({ code: "payout_not_ready" });
});
