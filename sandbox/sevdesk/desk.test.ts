import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays } from "../kit/calendar";
import { TestWorld } from "./test-world";

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.start();
});
afterAll(() => world.stop());

const TODAY = () => world.kit.clock.today();

describe("the control panel", () => {
  test("shows the key and the address", () => {
    expect(world.twin.state()).toMatchObject({
      apiKey: expect.stringMatching(/^[0-9a-f]{32}$/),
      apiUrl: `${world.twin.origin}/api/v1`,
    });
  });

  test("creates demo data with every kind of invoice, always with the same key", async () => {
    const { key } = world;
    world.twin.reset("demo");
    expect(world.key).toBe(key);
    const { invoices } = world.twin.state() as { invoices: { type: string; status: number }[] };
    const kinds = new Set(invoices.map((one) => `${one.type} ${one.status}`));
    for (const kind of [
      "RE 200",
      "RE 750",
      "RE 1000",
      "RE 100",
      "RE 500",
      "AR 1000",
      "TR 200",
      "ER 200",
      "SR 1000",
      "MA 200",
      "WKR 50",
    ])
      expect(kinds, kind).toContain(kind);
  });

  test("leaves an account with a key and no invoices after an empty reset", async () => {
    world.twin.reset("empty");
    expect((await world.get("/Invoice?showAll=true")).body.objects).toEqual([]);
    expect((await world.get("/PaymentMethod")).body.objects).toHaveLength(2);
    world.twin.reset("demo");
  });

  test("writes an invoice with the given fields", async () => {
    const made = await world.write({ dueDate: addDays(TODAY(), 10), paymentTermLabel: "Einzug", number: "A-1" });
    expect(made).toMatchObject({
      number: "A-1",
      totalCents: 11_900,
      openCents: 11_900,
      dueDate: addDays(TODAY(), 10),
      paymentTermLabel: "Einzug",
      contactEmail: "hallo@groessenwahn.example",
    });
  });

  test("uses the same contact for the same name and address, and another for another address", async () => {
    const of = async (contact: object) => (await world.write({ contact })).contactId;
    const first = await of({ name: "Doppelt GmbH", email: "a@doppelt.example" });
    expect(await of({ name: "Doppelt GmbH", email: "a@doppelt.example" })).toBe(first);
    expect(await of({ name: "Doppelt GmbH" })).toBe(first);
    expect(await of({ name: "Doppelt GmbH", email: "b@doppelt.example" })).not.toBe(first);
  });

  test.each([
    ["pay", {}, { status: 1000, openCents: 0 }],
    ["part-pay", { amountCents: 1_900 }, { status: 750, openCents: 10_000 }],
    ["void", {}, { status: 500, openCents: 0 }],
    ["change", { amountCents: 5_950 }, { status: 200, openCents: 5_950 }],
    ["remind", {}, { type: "MA", status: 200 }],
  ])("executes %s %j", async (what, body, expected) => {
    const { id } = await world.write();
    expect((await world.desk(`/sevdesk/invoices/${id}/${what}`, body)).body).toMatchObject(expected);
  });

  test("reopens a paid invoice: its amount is open again, and the transaction is free", async () => {
    const { id, number } = await world.write();
    expect((await world.desk(`/sevdesk/invoices/${id}/reopen`)).status).toBe(422);
    await world.desk(`/sevdesk/invoices/${id}/pay`);
    expect((await world.desk(`/sevdesk/invoices/${id}/reopen`)).body).toMatchObject({ status: 200, openCents: 11_900 });
    expect(await world.invoice(id)).toMatchObject({ status: "200", payDate: null });
    const { transactions } = world.twin.state() as { transactions: { purpose: string | null; status: number }[] };
    expect(transactions.filter(({ purpose }) => purpose === number)).toMatchObject([{ status: 100, links: [] }]);
  });

  test("changes an invoice's due date", async () => {
    const { id } = await world.write();
    const dueDate = addDays(TODAY(), 30);
    expect((await world.desk(`/sevdesk/invoices/${id}/change`, { dueDate })).body).toMatchObject({ dueDate });
    expect(await world.invoice(id)).toMatchObject({ timeToPay: "30" });
  });

  test("sends and deletes drafts", async () => {
    const { id } = await world.write({ type: "draft" });
    expect((await world.desk(`/sevdesk/invoices/${id}/send`)).body).toMatchObject({
      status: 200,
      number: expect.stringMatching(/^RE-/),
    });
    const other = await world.write({ type: "draft" });
    expect((await world.desk(`/sevdesk/invoices/${other.id}/delete`)).body).toEqual({ id: other.id, deleted: true });
    expect((await world.get(`/Invoice/${other.id}`)).status).toBe(400);
  });

  test.each([
    ["/sevdesk/invoices", { amountCents: 1.5, contact: { name: "x" } }, 422],
    ["/sevdesk/invoices", { amountCents: 100, contact: {} }, 422],
    ["/sevdesk/invoices", { amountCents: 100, contact: { name: "x" }, dueDate: "2026-02-30" }, 422],
    ["/sevdesk/invoices", { amountCents: 100, contact: { name: "x" }, type: "creditnote" }, 422],
    ["/sevdesk/invoices", { amountCents: 100, contact: { name: "x" }, client: "1" }, 404],
    ["/sevdesk/invoices/nothing/pay", {}, 404],
    ["/sevdesk/keys/lose", {}, 404],
  ])("refuses %s %j with %i", async (path, body, status) => {
    expect((await world.desk(path, body)).status).toBe(status);
  });

  test("refuses a payment above the open amount, or on a paid invoice", async () => {
    const { id } = await world.write();
    expect((await world.desk(`/sevdesk/invoices/${id}/part-pay`, { amountCents: 11_901 })).status).toBe(422);
    await world.desk(`/sevdesk/invoices/${id}/pay`);
    for (const what of ["pay", "remind"])
      expect((await world.desk(`/sevdesk/invoices/${id}/${what}`)).status, what).toBe(422);
  });
});
