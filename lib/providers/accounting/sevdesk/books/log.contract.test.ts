import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { now, today } from "@/lib/core/time/clock";
import { accountingOf } from "@/lib/providers/accounting/registry";
import { TestSandbox } from "@/test/sandbox";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());

const { sevdesk } = await sandbox.state();
const access = { pace: async () => {}, accessToken: async () => sevdesk.apiKey };
const { books, bookings } = accountingOf("SEVDESK", access);

/** Every call of the adapter. The twin validates each request and each answer against the vendor's OpenAPI file. */
const CALLS = [
  "GET /CheckAccount",
  "GET /CheckAccount/:id",
  "GET /CheckAccountTransaction",
  "GET /CommunicationWay",
  "GET /Contact",
  "GET /Contact/:id",
  "GET /ContactAddress",
  "GET /Invoice",
  "GET /Invoice/:id",
  "GET /PaymentMethod",
  "GET /SevUser",
  "POST /CheckAccount/Factory/fileImportAccount",
  "POST /CheckAccountTransaction",
  "PUT /Invoice/:id/bookAmount",
];

test("every request and answer conforms to the vendor's OpenAPI file, except for listed deviations", async () => {
  const contact = { name: "Café Ähre", email: "buero@aehre.example" };
  const { id } = await sandbox.desk<{ id: string }>("/sevdesk/invoices", { contact, amountCents: 11_900 });
  const day = today();
  await books.identify();
  await books.listOpen({});
  await books.listChanged({ since: new Date(now().getTime() - 60_000) });
  await books.listWritten({ from: day, to: day, page: 0, rows: 10 });
  const document = await books.findDocument(id);
  await books.readContact(document?.contactExternalId ?? "");
  await books.listContacts();
  await books.listPaymentTerms();
  const purpose = `GC-${randomUUID().slice(0, 8)}`;
  const account = await bookings.ensureAccount(purpose, "GoCardless");
  expect(await bookings.ensureAccount(purpose, "GoCardless", account)).toBe(account);
  const reference = `EZ${randomUUID()}`;
  const line = { reference, bookedOn: day, amountCents: 11_900, feeCents: -139, purpose: "RE 1", payerName: "Café" };
  await bookings.postLines(account, [{ ...line, documentId: id }]);
  await books.readOpenAmount(id);

  const log = await sandbox.requests("sevdesk", "/api/v1/");
  const made = log.map(({ method, path }) => `${method} ${path.slice("/api/v1".length).replace(/\/\d+/, "/:id")}`);
  expect([...new Set(made)].sort()).toEqual(CALLS);
  expect(log.map(({ status }) => status).filter((status) => status === null || status >= 300)).toEqual([]);
  expect((await sandbox.state()).sevdesk.mistakes).toEqual([]);
});
