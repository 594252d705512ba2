import { afterAll, afterEach, describe, expect, test } from "vitest";
import { env } from "@/lib/core/env";
import { now } from "@/lib/core/time/clock";
import { addDays } from "@/lib/core/time/dates";
import type { DocumentEntry } from "@/lib/providers/accounting/port";
import { accountingOf } from "@/lib/providers/accounting/registry";
import { sevdeskAccounting } from "@/lib/providers/accounting/sevdesk";
import { TestSandbox } from "@/test/sandbox";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

const { sevdesk } = await sandbox.state();
const TODAY = (await sandbox.desk<{ today: string }>("/clock")).today;
const TERM = "Der Betrag wird per SEPA-Lastschrift eingezogen.";

const accountingInUse = (apiKey: string) =>
  accountingOf("SEVDESK", { pace: async () => {}, accessToken: async () => apiKey }).books;
const books = accountingInUse(sevdesk.apiKey);

interface Invoice {
  id: string;
  number: string;
  contactId: string;
}

const write = (changes: object = {}) =>
  sandbox.desk<Invoice>("/sevdesk/invoices", {
    contact: { name: "Buchhandlung Blatt & Söhne", email: "laden@blatt.example" },
    amountCents: 11_900,
    dueDate: addDays(TODAY, 10),
    paymentTermLabel: TERM,
    ...changes,
  });
const act = (id: string, what: string, body: object = {}) =>
  sandbox.desk<Invoice>(`/sevdesk/invoices/${id}/${what}`, body);
const read = async ({ id }: { id: string }) => await books.readDocument({ externalId: id, externalType: "RE" });

async function listAll(of = books, since?: Date): Promise<DocumentEntry[]> {
  const rows: DocumentEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await (since ? of.listChanged({ since, cursor }) : of.listOpen({ cursor }));
    rows.push(...page.rows);
    cursor = page.next;
  } while (cursor);
  return rows;
}

describe("the identity of a sevdesk account", () => {
  test("has the id of the key's account and the name of its user", async () => {
    const { organisationId, ...rest } = await books.identify();
    expect(organisationId).toMatch(/^\d+$/);
    expect(rest).toMatchObject({ name: "Frieda Brandt", email: "f.brandt@lindenhof.example" });
  });

  test("is refused for a rotated or revoked key, and returned for the new key", async () => {
    const made = await sandbox.desk<{ id: string; apiKey: string }>("/sevdesk/clients", { name: "Wechsel GmbH" });
    await accountingInUse(made.apiKey).identify();
    const { apiKey } = await sandbox.desk<{ apiKey: string }>("/sevdesk/keys/rotate", { client: made.id });
    await expect(accountingInUse(made.apiKey).identify()).rejects.toMatchObject({ kind: "auth", isRetryable: false });
    expect((await accountingInUse(apiKey).identify()).organisationId).toBe(made.id);
    await sandbox.desk("/sevdesk/keys/revoke", { client: made.id });
    await expect(accountingInUse(apiKey).listOpen({})).rejects.toMatchObject({ kind: "auth" });
  });
});

describe("the lists of documents at sevdesk", () => {
  test("hold open, overdue and partly paid documents of every kind that claims money, and no others", async () => {
    const made = {
      open: await write(),
      overdue: await write({ dueDate: addDays(TODAY, -5) }),
      partPaid: await write(),
      oldPartPaid: await write({ isOldPartPaid: true }),
      advance: await write({ type: "advance" }),
      partial: await write({ type: "partial" }),
      final: await write({ type: "final", amountCents: 50_000 }),
      paid: await write(),
      cancelled: await write(),
      draft: await write({ type: "draft" }),
      series: await write({ type: "series" }),
    };
    await act(made.partPaid.id, "part-pay", { amountCents: 1_900 });
    await act(made.oldPartPaid.id, "part-pay", { amountCents: 1_900 });
    await act(made.paid.id, "pay");
    await act(made.cancelled.id, "void");
    const reminder = await act(made.overdue.id, "remind");
    const listed = new Map((await listAll()).map((row) => [row.externalId, row]));
    expect(listed.get(made.open.id)).toMatchObject({
      status: "open",
      externalType: "RE",
      number: made.open.number,
      totalCents: 11_900,
      openCents: 11_900,
      voucherDate: TODAY,
      dueDate: addDays(TODAY, 10),
      currency: "EUR",
      contactExternalId: made.open.contactId,
      contactName: "Buchhandlung Blatt & Söhne",
    });
    expect(listed.get(made.overdue.id)).toMatchObject({ status: "open", dueDate: addDays(TODAY, -5) });
    for (const name of ["partPaid", "oldPartPaid"] as const)
      expect(listed.get(made[name].id), name).toMatchObject({ status: "open", totalCents: 11_900, openCents: 10_000 });
    expect(listed.get(made.advance.id)).toMatchObject({ externalType: "AR" });
    expect(listed.get(made.partial.id)).toMatchObject({ externalType: "TR" });
    expect(listed.get(made.final.id)).toMatchObject({ externalType: "ER" });
    for (const name of ["paid", "cancelled", "draft", "series"] as const)
      expect(listed.has(made[name].id), name).toBe(false);
    expect(listed.has(reminder.id)).toBe(false);
  });

  test("of written documents include settled ones, and each document is found again by its id", async () => {
    const { id: client, apiKey } = await sandbox.desk<{ id: string; apiKey: string }>("/sevdesk/clients", {});
    const of = accountingInUse(apiKey);
    const [open, paid, draft, old] = [
      await write({ client }),
      await write({ client }),
      await write({ client, type: "draft" }),
      await write({ client, dueDate: addDays(TODAY, -60) }),
    ];
    await act(paid.id, "pay");
    const written = await of.listWritten({ from: addDays(TODAY, -1), to: TODAY, page: 0, rows: 100 });
    const byId = new Map(written.rows.map((row) => [row.externalId, row.status]));
    expect([byId.get(open.id), byId.get(paid.id), byId.has(draft.id), byId.has(old.id)]).toEqual([
      "open",
      "paid",
      false,
      false,
    ]);
    const range = { from: addDays(TODAY, -90), to: TODAY, rows: 1 };
    const pages = await Promise.all([0, 1, 2, 3].map((page) => of.listWritten({ ...range, page })));
    expect(pages.map(({ rows, total, isMore }) => [rows.length, total, isMore])).toEqual([
      [1, 3, false],
      [1, 3, false],
      [1, 3, false],
      [0, 3, false],
    ]);
    expect(pages[2]?.rows[0]?.externalId).toBe(old.id);
    expect(await of.findDocument(old.id)).toMatchObject({ externalId: old.id, status: "open" });
    expect(await of.findDocument("1")).toBeUndefined();
  });

  test("hold every document once, over all pages and both statuses", async () => {
    const { id: client, apiKey } = await sandbox.desk<{ id: string; apiKey: string }>("/sevdesk/clients", {});
    const invoices = Array.from({ length: 1_100 }, (_, i) => ({
      contact: { name: "Viel GmbH" },
      amountCents: 100 + i,
    }));
    const bulk = await sandbox.desk<{ invoices: Invoice[] }>("/sevdesk/invoices/bulk", { client, invoices });
    for (const one of bulk.invoices.slice(0, 3)) await act(one.id, "part-pay", { amountCents: 50 });
    const ids = (await listAll(accountingInUse(apiKey))).map((row) => row.externalId);
    expect([...ids].sort()).toEqual(bulk.invoices.map((one) => one.id).sort());
    const asked = (await sandbox.requests("sevdesk", "/api/v1/Invoice")).map((request) => request.query);
    expect(asked.some((query) => query.includes("status=200") && query.includes("offset=1000"))).toBe(true);
  });

  test("fail if they changed between two pages, and are complete when read from the start", async () => {
    const { id: client, apiKey } = await sandbox.desk<{ id: string; apiKey: string }>("/sevdesk/clients", {});
    const invoices = Array.from({ length: 501 }, () => ({ contact: { name: "Viel GmbH" }, amountCents: 100 }));
    const bulk = await sandbox.desk<{ invoices: Invoice[] }>("/sevdesk/invoices/bulk", { client, invoices });
    const of = accountingInUse(apiKey);
    const { next } = await of.listOpen({});
    await act(bulk.invoices[0]?.id ?? "", "pay");
    await expect(of.listOpen({ cursor: next })).rejects.toMatchObject({ kind: "network", isRetryable: true });
    expect(await listAll(of)).toHaveLength(500);
  });

  test("of changes cover all pages and statuses, and fail if they changed between two pages", async () => {
    const { id: client, apiKey } = await sandbox.desk<{ id: string; apiKey: string }>("/sevdesk/clients", {});
    const since = new Date(now().getTime() - 1_000);
    const invoices = Array.from({ length: 501 }, () => ({ contact: { name: "Viel GmbH" }, amountCents: 100 }));
    const bulk = await sandbox.desk<{ invoices: Invoice[] }>("/sevdesk/invoices/bulk", { client, invoices });
    await act(bulk.invoices[0]?.id ?? "", "pay");
    const listed = await listAll(accountingInUse(apiKey), since);
    expect([...new Set(listed.map((row) => row.externalId))]).toHaveLength(501);
    expect(listed.filter((row) => row.status === "paid")).toMatchObject([{ externalId: bulk.invoices[0]?.id }]);
    await write({ client });
    const onward = accountingInUse(apiKey).listChanged({ since, cursor: "500:501" });
    await expect(onward).rejects.toMatchObject({ kind: "network", isRetryable: true });
  });

  test.each([
    ["partial-page", "network"],
    ["malformed-json", "network"],
    ["status-502-html", "unavailable"],
    ["status-500", "unavailable"],
    ["reset", "network"],
  ])("turn the fault %s into a retryable error of kind %s", async (fault, kind) => {
    await sandbox.fault("sevdesk", fault, "/api/v1/Invoice");
    await expect(books.listOpen({})).rejects.toMatchObject({ kind, isRetryable: true });
    expect((await books.listOpen({})).rows.length).toBeGreaterThan(0);
  });

  test("fail with a retryable error after a timeout, without the key in its message", async () => {
    const access = { apiUrl: env().SEVDESK_API_URL, pace: async () => {}, accessToken: async () => sevdesk.apiKey };
    const impatient = sevdeskAccounting({ ...access, timeoutMs: 100 }).books;
    await sandbox.fault("sevdesk", "timeout-before", "/api/v1/Invoice");
    const call = impatient.listOpen({});
    await expect(call).rejects.toMatchObject({ kind: "network", isRetryable: true });
    await expect(call).rejects.not.toThrow(sevdesk.apiKey);
  });

  test("report how long to wait when the rate limit is reached", async () => {
    await sandbox.fault("sevdesk", "status-429", "/api/v1/Invoice");
    await expect(books.listOpen({})).rejects.toMatchObject({ kind: "rate_limited", retryAfterMs: 1_000 });
  });
});

describe("a document of sevdesk", () => {
  test("has the name of its payment method as its payment term", async () => {
    const made = await write({ discountPercent: 2, discountDays: 7 });
    expect(await read(made)).toMatchObject({
      externalId: made.id,
      kind: "invoice",
      status: "open",
      number: made.number,
      totalCents: 11_900,
      termLabel: TERM,
      discountPercent: 2,
      discountDays: 7,
      dueDate: addDays(TODAY, 10),
      contactExternalId: made.contactId,
    });
    expect(await read(await write({ paymentTermLabel: null }))).toMatchObject({ termLabel: "", discountPercent: null });
    expect(await read(await write({ dueDate: null }))).toMatchObject({ dueDate: TODAY });
  });

  test.each([
    ["advance", "down_payment"],
    ["partial", "down_payment"],
    ["final", "closing"],
  ])("of type %s has the kind %s", async (type, kind) => {
    expect(await read(await write({ type, contact: { name: `Bau ${type}` } }))).toMatchObject({ kind });
  });

  test("that is a final invoice claims its sum minus its advance invoices", async () => {
    const contact = { name: "Hausverwaltung Hoch & Tief" };
    await write({ contact, type: "advance", amountCents: 100_000 });
    const { id } = await write({ contact, type: "final", amountCents: 357_000 });
    expect(await read({ id })).toMatchObject({ kind: "closing", totalCents: 257_000 });
    expect(await books.readOpenAmount(id)).toEqual({ status: "open", openCents: 257_000 });
  });

  test("in another currency states the currency and the amount in it", async () => {
    expect(await read(await write({ currency: "USD" }))).toMatchObject({ currency: "USD", totalCents: 11_900 });
  });

  test("agrees with its row in the list", async () => {
    for (const row of (await listAll()).slice(0, 30))
      expect(await books.readDocument(row)).toMatchObject({
        externalId: row.externalId,
        externalType: row.externalType,
        number: row.number,
        dueDate: row.dueDate,
        totalCents: row.totalCents,
        contactExternalId: row.contactExternalId,
      });
  });

  test("is undefined for a reminder", async () => {
    const { id } = await write();
    expect(await read(await act(id, "remind"))).toBeUndefined();
  });

  test("is undefined if it is deleted, belongs to another account or has an invalid id", async () => {
    const draft = await write({ type: "draft" });
    await act(draft.id, "delete");
    expect(await read(draft)).toBeUndefined();
    expect(await books.readOpenAmount(draft.id)).toBeUndefined();
    expect(await read({ id: "00000000-0000-4000-8000-000000000000" })).toBeUndefined();
    const { id: client } = await sandbox.desk<{ id: string }>("/sevdesk/clients", {});
    expect(await read(await write({ client }))).toBeUndefined();
  });

  test("is an error, not undefined, if sevdesk fails", async () => {
    const { id } = await write();
    await sandbox.fault("sevdesk", "status-500", "/api/v1/Invoice");
    await expect(read({ id })).rejects.toMatchObject({ kind: "unavailable" });
  });
});

describe("the open amount at sevdesk", () => {
  test.each([
    ["part-pay", { amountCents: 1_900 }, { status: "open", openCents: 10_000 }],
    ["pay", {}, { status: "paid", openCents: 0 }],
    ["void", {}, { status: "voided", openCents: 0 }],
    ["change", { amountCents: 5_950 }, { status: "open", openCents: 5_950 }],
  ])("is up to date after %s %j", async (what, body, expected) => {
    const { id } = await write();
    await act(id, what, body);
    expect(await books.readOpenAmount(id)).toEqual(expected);
  });

  test("of a draft is zero", async () => {
    const { id } = await write({ type: "draft" });
    expect(await books.readOpenAmount(id)).toEqual({ status: "draft", openCents: 0 });
  });
});
