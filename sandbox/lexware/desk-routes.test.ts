import { afterEach, beforeEach, expect, test } from "vitest";
import { addDays } from "../kit/calendar";
import { TestWorld } from "./testing";

let world: TestWorld;
let today: string;
beforeEach(async () => {
  world = await TestWorld.start();
  today = world.kit.clock.today();
});
afterEach(() => world.stop());

const contact = { name: "Imkerei Süß", email: "honig@imkerei.example" };
const make = (change: object = {}) => world.desk("/lexware/invoices", { contact, amountCents: 11_900, ...change });

test("creates an invoice with a new contact, and reuses that contact", async () => {
  const first = await make({ dueDate: addDays(today, 10), paymentTermLabel: "Per Lastschrift" });
  expect(first.status).toBe(201);
  expect(first.body).toMatchObject({
    type: "invoice",
    status: "open",
    number: "RE1065",
    totalCents: 11_900,
    openCents: 11_900,
    voucherDate: today,
    dueDate: addDays(today, 10),
    paymentTermLabel: "Per Lastschrift",
    contactEmail: "honig@imkerei.example",
  });
  const second = await make({ number: "R-1", dueDate: addDays(today, -3) });
  expect(second.body).toMatchObject({
    number: "R-1",
    contactId: first.body.contactId,
    voucherDate: addDays(today, -3),
    isOverdue: true,
  });
  const third = await make({ contact: { ...contact, email: "other@imkerei.example" } });
  expect(third.body.contactId).not.toBe(first.body.contactId);
});

test("addresses an invoice to another contact", async () => {
  const first = await make();
  const other = { name: "Mühle Blau", email: "korn@muehle.example" };
  const changed = await world.desk(`/lexware/invoices/${first.body.id}/change`, { contact: other });
  expect(changed.body).toMatchObject({ contactName: "Mühle Blau", contactEmail: "korn@muehle.example" });
  expect([changed.body.openCents, changed.body.version]).toEqual([11_900, Number(first.body.version) + 1]);
  expect(changed.body.contactId).not.toBe(first.body.contactId);
});

test("creates the kinds of documents", async () => {
  expect((await make({ type: "draft" })).body).toMatchObject({ status: "draft", number: null });
  expect((await make({ type: "salesinvoice" })).body).toMatchObject({ type: "salesinvoice", status: "open" });
  expect((await make({ contact: null })).body.contactId).toBeNull();
  const down = await make({ type: "downpaymentinvoice", amountCents: 5_000 });
  await world.desk(`/lexware/invoices/${down.body.id}/pay`);
  const closing = await make({ type: "closing", amountCents: 20_000 });
  expect(closing.body).toMatchObject({ isClosing: true, totalCents: 20_000, openCents: 15_000 });
});

test.each([
  ["no amount", { amountCents: undefined }],
  ["zero", { amountCents: 0 }],
  ["a fraction", { amountCents: 10.5 }],
  ["a date that is none", { dueDate: "2026-02-30" }],
  ["an unknown type", { type: "letter" }],
  ["a contact without a name", { contact: { email: "a@b.example" } }],
])("answers 422 to %s", async (_what, change) => {
  const answer = await make(change);
  expect([answer.status, typeof answer.body.error]).toEqual([422, "string"]);
});

test("accepts odd amounts only on request, and answers 404 to unknown objects", async () => {
  expect((await make({ amountCents: -500, allowOdd: true })).body.openCents).toBe(-500);
  expect((await make({ organisation: "nowhere" })).status).toBe(404);
  expect((await world.desk("/lexware/invoices/RE9999/pay")).status).toBe(404);
  expect((await world.desk("/lexware/invoices/RE1051/burn")).status).toBe(404);
});

test("pays, part-pays, credits, changes, voids and deletes documents", async () => {
  const { body } = await make();
  const act = (what: string, fields: object = {}) => world.desk(`/lexware/invoices/${body.id}/${what}`, fields);
  expect((await act("part-pay", { amountCents: 1_900 })).body).toMatchObject({
    status: "open",
    openCents: 10_000,
    version: 1,
  });
  expect((await act("part-pay", { amountCents: 99_999 })).status).toBe(422);
  expect((await act("credit", { amountCents: 4_000 })).body).toMatchObject({ openCents: 6_000 });
  expect((await act("change", { amountCents: 20_000, dueDate: addDays(today, 30) })).body).toMatchObject({
    totalCents: 20_000,
    openCents: 14_100,
    dueDate: addDays(today, 30),
    version: 2,
  });
  expect((await act("delete")).status).toBe(422);
  expect((await act("pay")).body).toMatchObject({ status: "paid", openCents: 0 });
  expect((await act("pay")).status).toBe(422);
  expect((await act("void")).body).toMatchObject({ status: "voided", openCents: 0 });
  const draft = await make({ type: "draft" });
  expect((await world.desk(`/lexware/invoices/${draft.body.id}/delete`)).body).toMatchObject({ deleted: true });
});

test("changes contacts and adds payment conditions", async () => {
  const { body } = await make();
  const changed = await world.desk(`/lexware/contacts/${body.contactId}/change`, {
    email: null,
    name: "Imkerei Sauer",
  });
  expect(changed.body).toMatchObject({ version: 1, company: { name: "Imkerei Sauer" }, emailAddresses: {} });
  const emails = { email: "honig@imkerei.example", otherEmail: "buero@imkerei.example" };
  expect((await world.desk(`/lexware/contacts/${body.contactId}/change`, emails)).body).toMatchObject({
    emailAddresses: { business: [emails.email], other: [emails.otherEmail] },
  });
  const condition = await world.desk("/lexware/payment-conditions", { label: "Einzug sofort", days: 3 });
  expect([condition.status, condition.body.template]).toEqual([201, "Einzug sofort"]);
});

test("creates many invoices in one call", async () => {
  const invoices = Array.from({ length: 2_000 }, (_, i) => ({
    contact: { name: `Kunde ${i % 500}`, email: `k${i % 500}@x.example` },
    amountCents: 1_000 + i,
    dueDate: addDays(today, i % 30),
  }));
  const answer = await world.desk("/lexware/invoices/bulk", { invoices, events: false });
  expect([answer.status, answer.body.created]).toEqual([201, 2_000]);
  expect(world.state.contacts).toHaveLength(512);
});

test("is completely empty after a reset to the empty scenario", () => {
  world.twin.reset("empty");
  expect(world.state).toMatchObject({ organisations: [], invoices: [], connections: [], contacts: [] });
});
