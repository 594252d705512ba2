import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { env } from "@/lib/core/env";
import type { BookingLine } from "@/lib/providers/accounting/port";
import { sevdeskAccounting } from "@/lib/providers/accounting/sevdesk";
import { TestSandbox } from "@/test/sandbox";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

const { sevdesk } = await sandbox.state();
const accountingWithin = (timeoutMs: number) =>
  sevdeskAccounting({
    apiUrl: env().SEVDESK_API_URL,
    timeoutMs,
    pace: async () => {},
    accessToken: async () => sevdesk.apiKey,
  });
const { bookings, books, capabilities, subscriptions } = accountingWithin(5_000);
const impatient = accountingWithin(150).bookings;

const write = (changes: object = {}) =>
  sandbox.desk<{ id: string; number: string }>("/sevdesk/invoices", {
    contact: { name: "Café Ähre" },
    amountCents: 29_750,
    ...changes,
  });
const newReference = (kind = "EZ") => `${kind}${randomUUID()}`;
const line = (reference: string, changes: Partial<BookingLine> = {}): BookingLine => ({
  reference,
  bookedOn: "2026-09-16",
  amountCents: 29_750,
  feeCents: -318,
  purpose: "RE-1047 Lastschrift",
  payerName: "Café Ähre",
  ...changes,
});

interface Ledger {
  sevdesk: {
    invoices: { id: string; status: number; paidCents: number }[];
    transactions: { id: string; account: string; cents: number; purpose: string; status: number }[];
    bookings: { invoice: string; transaction: string; type: string; cents: number }[];
  };
}
const ledger = async () => (await sandbox.desk<Ledger>("/ledger")).sevdesk;
const transactionsOf = async (reference: string) =>
  (await ledger()).transactions.filter((row) => row.purpose?.startsWith(`${reference} `));
const bookingsOf = async (id: string) => (await ledger()).bookings.filter((row) => row.invoice === id);
const account = await bookings.ensureAccount("GC-LINES", "GoCardless");

describe("the check account at sevdesk", () => {
  test("is created once and found again by its reference", async () => {
    const made = await bookings.ensureAccount("GC-CR1", "GoCardless");
    expect(await bookings.ensureAccount("GC-CR1", "GoCardless")).toBe(made);
    expect(await bookings.ensureAccount("GC-CR", "GoCardless")).not.toBe(made);
  });

  test("is found by its known id under another name, but not once it is archived", async () => {
    const made = await bookings.ensureAccount("GC-KNOWN", "GoCardless");
    await sandbox.desk(`/sevdesk/accounts/${made}/change`, { name: "Lastschriften" });
    expect(await bookings.ensureAccount("GC-KNOWN", "GoCardless", made)).toBe(made);
    await sandbox.desk(`/sevdesk/accounts/${made}/change`, { name: "GoCardless (GC-KNOWN)", isArchived: true });
    expect(await bookings.ensureAccount("GC-KNOWN", "GoCardless", made)).not.toBe(made);
  });

  test("is found and not created again after an unreadable answer", async () => {
    await sandbox.fault("sevdesk", "malformed-json", "/api/v1/CheckAccount/Factory");
    const make = () => bookings.ensureAccount("GC-LOST", "GoCardless");
    await expect(make()).rejects.toMatchObject({ kind: "network", isOutcomeUnknown: true });
    const made = await make();
    const { accounts } = (await sandbox.state()).sevdesk as unknown as { accounts: { id: string; name: string }[] };
    expect(accounts.filter((row) => row.name.includes("GC-LOST"))).toMatchObject([{ id: made }]);
  });
});

describe("booking lines at sevdesk", () => {
  test("settle their invoice in full and gross, with a separate fee; the payout takes the rest", async () => {
    const { id } = await write();
    const own = await bookings.ensureAccount("GC-SUM", "GoCardless");
    const [payment, payout] = [newReference(), newReference("PO")];
    const ids = await bookings.postLines(own, [
      line(payment, { documentId: id }),
      line(payout, { amountCents: -29_432, feeCents: 0, purpose: "Auszahlung", payerName: "" }),
    ]);
    expect(await transactionsOf(payment)).toMatchObject([{ id: ids.get(payment), cents: 29_750, status: 400 }]);
    expect(await transactionsOf(`${payment}-FEE`)).toMatchObject([{ cents: -318, status: 100 }]);
    expect(await transactionsOf(payout)).toMatchObject([{ id: ids.get(payout), cents: -29_432, status: 100 }]);
    const onAccount = (await ledger()).transactions.filter((row) => row.account === own);
    expect(onAccount.reduce((sum, row) => sum + row.cents, 0)).toBe(0);
    expect(await bookingsOf(id)).toMatchObject([
      { transaction: ids.get(payment), type: "FULL_PAYMENT", cents: 29_750 },
    ]);
    expect(await books.readOpenAmount(id)).toEqual({ status: "paid", openCents: 0 });
  });

  test("posted again book nothing new and return the same ids", async () => {
    const { id } = await write();
    const lines = [
      line(newReference(), { documentId: id }),
      line(newReference("PO"), { amountCents: -1, feeCents: 0 }),
    ];
    const first = await bookings.postLines(account, lines);
    const before = await ledger();
    expect(await bookings.postLines(account, lines)).toEqual(first);
    expect(
      await bookings.postLines(
        account,
        lines.map((one) => ({ ...one, bookedOn: "2026-09-30" })),
      ),
    ).toEqual(first);
    expect(await ledger()).toEqual(before);
  });

  test.each([
    ["timeout-after", "/api/v1/CheckAccountTransaction", "POST"],
    ["timeout-after", "/bookAmount", "PUT"],
  ])("interrupted by %s at %s are booked exactly once after a retry", async (kind, path, method) => {
    const { id } = await write();
    const lines = [line(newReference(), { documentId: id })];
    await sandbox.desk("/faults", { provider: "sevdesk", kind, match: { path, method }, times: 1 });
    await expect(impatient.postLines(account, lines)).rejects.toMatchObject({
      kind: "network",
      isOutcomeUnknown: true,
    });
    await sandbox.clearFaults();
    await bookings.postLines(account, lines);
    expect(await transactionsOf(lines[0]?.reference ?? "")).toMatchObject([{ cents: 29_750, status: 400 }]);
    expect(await transactionsOf(`${lines[0]?.reference}-FEE`)).toHaveLength(1);
    expect(await bookingsOf(id)).toMatchObject([{ type: "FULL_PAYMENT", cents: 29_750 }]);
  });

  test.each(["status-500", "status-502-html", "malformed-json", "status-429"])(
    "interrupted by %s at any step are complete after a retry",
    async (kind) => {
      const made = await write();
      const lines = [line(newReference(), { documentId: made.id })];
      for (const match of [
        { method: "GET", path: "/api/v1/CheckAccountTransaction" },
        { method: "POST", path: "/api/v1/CheckAccountTransaction" },
        { method: "GET", path: `/api/v1/Invoice/${made.id}` },
        { method: "PUT", path: "/bookAmount" },
      ]) {
        await sandbox.desk("/faults", { provider: "sevdesk", kind, match, times: 1 });
        await expect(bookings.postLines(account, lines), match.path).rejects.toMatchObject({ isRetryable: true });
      }
      await bookings.postLines(account, lines);
      expect(await transactionsOf(lines[0]?.reference ?? "")).toMatchObject([{ status: 400 }]);
      expect(await transactionsOf(`${lines[0]?.reference}-FEE`)).toHaveLength(1);
      expect(await bookingsOf(made.id)).toHaveLength(1);
    },
  );

  test("are not posted again if the account's list of transactions is incomplete", async () => {
    const lines = [line(newReference())];
    await bookings.postLines(account, lines);
    await sandbox.fault("sevdesk", "partial-page", "/api/v1/CheckAccountTransaction");
    await expect(bookings.postLines(account, lines)).rejects.toMatchObject({ kind: "network" });
    expect(await transactionsOf(lines[0]?.reference ?? "")).toHaveLength(1);
  });

  test("that pay a part leave the rest open, also after a retry", async () => {
    const { id } = await write();
    const lines = [line(newReference(), { amountCents: 10_000, documentId: id })];
    await bookings.postLines(account, lines);
    await bookings.postLines(account, lines);
    expect(await bookingsOf(id)).toMatchObject([{ type: "N", cents: 10_000 }]);
    expect(await books.readOpenAmount(id)).toEqual({ status: "open", openCents: 19_750 });
  });

  test("that pay more than the open amount leave the surplus visible on the transaction", async () => {
    const { id } = await write();
    await sandbox.desk(`/sevdesk/invoices/${id}/part-pay`, { amountCents: 9_750 });
    const reference = newReference();
    await bookings.postLines(account, [line(reference, { documentId: id })]);
    expect((await bookingsOf(id)).at(-1)).toMatchObject({ type: "FULL_PAYMENT", cents: 20_000 });
    expect(await transactionsOf(reference)).toMatchObject([{ cents: 29_750, status: 200 }]);
  });

  test("for an invoice that was paid, cancelled or deleted since then stay unlinked", async () => {
    const paid = await write();
    await sandbox.desk(`/sevdesk/invoices/${paid.id}/pay`, {});
    const cancelled = await write();
    await sandbox.desk(`/sevdesk/invoices/${cancelled.id}/void`, {});
    for (const documentId of [paid.id, cancelled.id, "1"]) {
      const reference = newReference();
      await bookings.postLines(account, [line(reference, { documentId })]);
      expect(await transactionsOf(reference), documentId).toMatchObject([{ status: 100 }]);
    }
    expect(await bookingsOf(paid.id)).toHaveLength(1);
  });

  test("for outgoing money or without a document are posted but not linked", async () => {
    const { id } = await write();
    const [back, free] = [newReference("RT"), newReference()];
    await bookings.postLines(account, [
      line(back, { amountCents: -29_750, feeCents: 0, documentId: id }),
      line(free, { feeCents: 0 }),
    ]);
    expect(await transactionsOf(back)).toMatchObject([{ cents: -29_750, status: 100 }]);
    expect(await transactionsOf(free)).toMatchObject([{ cents: 29_750, status: 100 }]);
    expect(await bookingsOf(id)).toEqual([]);
  });

  test("on a missing account or an invalid account id are refused without a retry", async () => {
    for (const wrong of ["1", "00000000-0000-4000-8000-000000000000"])
      await expect(bookings.postLines(wrong, [line(newReference())])).rejects.toMatchObject({ isRetryable: false });
  });

  test("that are empty cause no call", async () => {
    const before = (await sandbox.requests("sevdesk")).length;
    expect(await bookings.postLines(account, [])).toEqual(new Map());
    expect((await sandbox.requests("sevdesk")).length).toBe(before);
  });
});

test("hints, balances and subscriptions succeed without a call, because sevdesk has none", async () => {
  const { id } = await write();
  const before = (await sandbox.requests("sevdesk")).length;
  expect(await bookings.sendHint(id, "EZ-A")).toBe("sent");
  await bookings.setBalance(account, 0);
  expect(await subscriptions.ensure("https://einzug.example/api/webhooks/sevdesk")).toBe(0);
  expect((await sandbox.requests("sevdesk")).length).toBe(before);
  expect(capabilities).toMatchObject({ connectsBy: "api_key", isCallingBack: false, settlesBy: "line" });
});
