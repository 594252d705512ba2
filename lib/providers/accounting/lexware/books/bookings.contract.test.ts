import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { env } from "@/lib/core/env";
import { lexwareAccounting } from "@/lib/providers/accounting/lexware";
import { EVENT_TYPES } from "@/lib/providers/accounting/lexware/callbacks/subscriptions";
import { readLexwareWebhook } from "@/lib/providers/accounting/lexware/callbacks/webhook";
import { lexwareOauth } from "@/lib/providers/accounting/lexware/door";
import { connectAtLexware, DEMO_ORGANISATION } from "@/test/lexware-consent";
import { TestSandbox } from "@/test/sandbox";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

const { accessToken } = await connectAtLexware(lexwareOauth());
const { bookings, books, subscriptions } = lexwareAccounting({
  apiUrl: env().LEXOFFICE_API_URL,
  timeoutMs: 5_000,
  accountSystem: "EINZUG",
  pace: async () => {},
  accessToken: async () => accessToken,
});

const write = () =>
  sandbox.desk<{ id: string; number: string }>("/lexware/invoices", {
    organisation: DEMO_ORGANISATION,
    contact: { name: "Café Ähre" },
    amountCents: 29_750,
  });
const line = (reference: string, changes: object = {}) => ({
  reference,
  bookedOn: "2026-09-16",
  amountCents: 29_750,
  feeCents: -318,
  purpose: `RE-1 Lastschrift ${reference}`,
  payerName: "Café Ähre",
  ...changes,
});

interface Ledger {
  lexware: {
    hints: { voucherId: string; externalReference: string }[];
    transactions: { externalReference: string; cents: number; feeCents: number; assigned: unknown }[];
  };
}
const ledger = async () => (await sandbox.desk<Ledger>("/ledger")).lexware;
const transactionsOf = async (reference: string) =>
  (await ledger()).transactions.filter((row) => row.externalReference === reference);

describe("the transfer account at Lexware", () => {
  test("is created once and found again by its reference", async () => {
    const made = await bookings.ensureAccount("GC-CR1", "GoCardless");
    expect(await bookings.ensureAccount("GC-CR1", "GoCardless")).toBe(made);
    expect(await bookings.ensureAccount("GC-CR2", "GoCardless")).not.toBe(made);
  });

  test("accepts a new balance repeatedly", async () => {
    const account = await bookings.ensureAccount("GC-BALANCE", "GoCardless");
    await bookings.setBalance(account, 12_345);
    await bookings.setBalance(account, 0);
    const { accounts } = (await sandbox.state()).lexware as unknown as {
      accounts: { id: string; balance?: number; balanceCents?: number }[];
    };
    const found = accounts.find((row) => row.id === account);
    expect(found?.balance ?? found?.balanceCents).toBe(0);
  });
});

describe("an assignment hint", () => {
  test('is sent once per document; a second one returns "exists", whatever its reference', async () => {
    const { id } = await write();
    expect(await bookings.sendHint(id, "EZ-A")).toBe("sent");
    expect(await bookings.sendHint(id, "EZ-A")).toBe("exists");
    expect(await bookings.sendHint(id, "EZ-B")).toBe("exists");
    expect((await ledger()).hints.filter((hint) => hint.voucherId === id)).toMatchObject([
      { externalReference: "EZ-A" },
    ]);
  });

  test("has an unknown outcome after a gateway error, and fails for an unknown document", async () => {
    const { id } = await write();
    await sandbox.fault("lexware", "status-502-html", "/v1/transaction-assignment-hint");
    await expect(bookings.sendHint(id, "EZ-C")).rejects.toMatchObject({ kind: "unavailable", isRetryable: true });
    await expect(bookings.sendHint("00000000-0000-4000-8000-000000000000", "EZ-D")).rejects.toMatchObject({
      isRetryable: false,
    });
  });
});

describe("booking lines", () => {
  test("with a hint settle the invoice gross and record the fee", async () => {
    const { id } = await write();
    const account = await bookings.ensureAccount("GC-LINES", "GoCardless");
    const reference = `EZ${randomUUID()}`;
    await bookings.sendHint(id, reference);
    const ids = await bookings.postLines(account, [line(reference)]);
    expect(ids.get(reference)).toEqual(expect.any(String));
    expect(await transactionsOf(reference)).toMatchObject([{ cents: 29_750, feeCents: -318 }]);
    expect(await books.readOpenAmount(id)).toEqual({ status: "paid", openCents: 0 });
  });

  test("posted again book nothing new and return the same ids", async () => {
    const account = await bookings.ensureAccount("GC-LINES", "GoCardless");
    const [a, b] = [`EZ${randomUUID()}`, `PO${randomUUID()}`];
    const lines = [line(a), line(b, { amountCents: -29_432, feeCents: 0 })];
    const first = await bookings.postLines(account, lines);
    expect(await bookings.postLines(account, lines)).toEqual(first);
    expect(await bookings.postLines(account, [line(a, { amountCents: 1, feeCents: 0 })])).toEqual(
      new Map([[a, first.get(a)]]),
    );
    expect(await transactionsOf(a)).toMatchObject([{ cents: 29_750 }]);
    expect(await transactionsOf(b)).toMatchObject([{ cents: -29_432, feeCents: 0 }]);
  });

  test("posted again after an unreadable answer are booked once", async () => {
    const account = await bookings.ensureAccount("GC-LINES", "GoCardless");
    const reference = `EZ${randomUUID()}`;
    await sandbox.fault("lexware", "malformed-json", "/v1/finance/transactions");
    await expect(bookings.postLines(account, [line(reference)])).rejects.toMatchObject({
      kind: "network",
      isOutcomeUnknown: true,
    });
    await bookings.postLines(account, [line(reference)]);
    expect(await transactionsOf(reference)).toHaveLength(1);
  });

  test("are accepted up to 25 per call, and all or none", async () => {
    const account = await bookings.ensureAccount("GC-LINES", "GoCardless");
    const many = Array.from({ length: 25 }, () => line(`EZ${randomUUID()}`));
    expect((await bookings.postLines(account, many)).size).toBe(25);
    const good = line(`EZ${randomUUID()}`);
    await expect(
      bookings.postLines(account, [good, ...many.map((one) => ({ ...one, reference: `X${one.reference}` }))]),
    ).rejects.toMatchObject({ kind: "refused" });
    expect(await transactionsOf(good.reference)).toEqual([]);
  });
});

describe("event subscriptions", () => {
  const url = `${process.env.APP_URL}/api/webhooks/lexoffice`;

  test("are created once; a second call creates none", async () => {
    expect(await subscriptions.ensure(url)).toBe(EVENT_TYPES.length);
    expect(await subscriptions.ensure(url)).toBe(0);
    expect((await sandbox.state()).lexware.subscriptions).toHaveLength(EVENT_TYPES.length);
  });

  test("deliver a signed webhook when a person marks an invoice as paid", async () => {
    const { id } = await write();
    await sandbox.desk(`/lexware/invoices/${id}/pay`, {});
    const sent = await sandbox.webhook(({ raw }) => raw.includes("payment.changed") && raw.includes(id));
    expect(sent.path).toBe("/api/webhooks/lexoffice");
    const signature = sent.headers.get("x-lxo-signature");
    const event = await readLexwareWebhook(sent.raw, signature, env().LEXOFFICE_PUBLIC_KEY_URL);
    expect(event).toMatchObject({ organisationId: DEMO_ORGANISATION, type: "payment.changed", resourceId: id });
    const tampered = Buffer.from(sent.raw.toString("utf8").replace("payment.changed", "invoice.changed"));
    expect(await readLexwareWebhook(tampered, signature, env().LEXOFFICE_PUBLIC_KEY_URL)).toBeUndefined();
  });

  test("deliver webhooks that are rejected if their signature is wrong", async () => {
    const { id } = await write();
    await sandbox.fault("lexware", "wrong-signature", "/api/webhooks/lexoffice", 100);
    await sandbox.desk(`/lexware/invoices/${id}/pay`, {});
    const sent = await sandbox.webhook(({ raw }) => raw.includes("payment.changed") && raw.includes(id));
    const signature = sent.headers.get("x-lxo-signature");
    expect(signature).toEqual(expect.any(String));
    expect(await readLexwareWebhook(sent.raw, signature, env().LEXOFFICE_PUBLIC_KEY_URL)).toBeUndefined();
  });
});
