import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, TestWorld } from "./test-world";

let world: TestWorld;
let account: Ref;
beforeAll(async () => {
  world = await TestWorld.start();
  account = await makeAccount("GoCardless");
});
afterAll(async () => {
  await world.stop();
  expect(world.problems).toEqual([]);
});

interface Ref {
  id: number;
  objectName: string;
}

const DATE = 1_757_548_800;

async function makeAccount(name: string): Promise<Ref> {
  const made = await world.api("POST", "/CheckAccount/Factory/fileImportAccount", { name, importType: "CSV" });
  return { id: Number(made.body.objects.id), objectName: "CheckAccount" };
}

function post(amount: number, change: object = {}): Promise<Answer> {
  return world.api("POST", "/CheckAccountTransaction", {
    valueDate: "2026-09-09T00:00:00+02:00",
    entryDate: "2026-09-09T00:00:00+02:00",
    amount,
    payeePayerName: "Café Größenwahn",
    paymtPurpose: "RE-1 EZ1",
    checkAccount: account,
    status: 100,
    ...change,
  });
}

async function transaction(amount: number): Promise<Ref> {
  return { id: Number((await post(amount)).body.objects.id), objectName: "CheckAccountTransaction" };
}

const bookOn = (id: string, change: object) =>
  world.api("PUT", `/Invoice/${id}/bookAmount`, {
    amount: 119,
    date: DATE,
    type: "FULL_PAYMENT",
    checkAccount: account,
    ...change,
  });
const statusOf = async ({ id }: Ref) => (await world.get(`/CheckAccountTransaction/${id}`)).body.objects[0]?.status;
const bank = async () => {
  const rows = (await world.get("/CheckAccount")).body.objects;
  const register = rows.find((row) => row.name === "Kasse");
  return { id: Number(register?.id), objectName: "CheckAccount" };
};

describe("check accounts", () => {
  test("are online if made for imports, offline if clearing accounts, and have a unique accounting number", async () => {
    const online = await world.api("POST", "/CheckAccount/Factory/fileImportAccount", {
      name: "GoCardless CR1",
      importType: "CSV",
      accountingNumber: 1361,
    });
    expect(online).toMatchObject({ status: 201, body: { objects: { type: "online", importType: "CSV" } } });
    const [read] = (await world.get(`/CheckAccount/${online.body.objects.id}`)).body.objects;
    expect(read).toMatchObject({ name: "GoCardless CR1", accountingNumber: "1361", status: "100" });
    const clearing = { name: "Verrechnung", accountingNumber: 1361 };
    expect((await world.api("POST", "/CheckAccount/Factory/clearingAccount", clearing)).status).toBe(422);
    const other = await world.api("POST", "/CheckAccount/Factory/clearingAccount", {
      ...clearing,
      accountingNumber: 9,
    });
    expect(other).toMatchObject({ status: 201, body: { objects: { type: "offline" } } });
  });
});

describe("transactions", () => {
  test("are stored on online accounts and found by filters", async () => {
    const made = await post(297.5, { paymtPurpose: "EZ-77 RE-1047" });
    expect(made).toMatchObject({ status: 201, body: { objects: { amount: "297.50", status: "100" } } });
    const { id } = made.body.objects;
    const find = async (query: string) =>
      (await world.get(`/CheckAccountTransaction?${query}`)).body.objects.map((one) => one.id);
    const on = `checkAccount[id]=${account.id}&checkAccount[objectName]=CheckAccount`;
    expect(await find(`${on}&paymtPurpose=EZ-77`)).toEqual([id]);
    expect(await find(`${on}&startDate=2026-09-08T00:00:00Z&endDate=2026-09-10T00:00:00Z`)).toContain(id);
    expect(await find(`${on}&startDate=2026-09-10T00:00:00Z`)).not.toContain(id);
    expect(await find(`${on}&onlyDebit=true`)).not.toContain(id);
    expect(await find(`${on}&isBooked=true`)).not.toContain(id);
    const balance = `/CheckAccount/${account.id}/getBalanceAtDate?date=2026-09-08`;
    expect((await world.get(balance)).body.objects).toBe("0.00");
  });

  test.each([
    ["without a payer", { payeePayerName: undefined }, /payeePayerName is missing/],
    ["with a text for the amount", { amount: "119.00" }, /amount/],
    ["with half a cent", { amount: 1.005 }, /two decimals/],
    ["with a day for a date", { valueDate: "09.09.2026" }, /valueDate/],
    ["with a field nobody knows", { reference: "EZ1" }, /reference is not known/],
    ["booked already", { status: 400 }, /status/],
    ["on no account", { checkAccount: { id: 1, objectName: "CheckAccount" } }, /checkAccount is unknown/],
    ["on a wrong kind of thing", { checkAccount: { id: 1, objectName: "Invoice" } }, /objectName/],
  ])("%s are refused", async (_what, change, message) => {
    expect(await post(119, change)).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringMatching(message) } },
    });
  });

  test("are accepted on online accounts only", async () => {
    expect((await post(119, { checkAccount: await bank() })).status).toBe(422);
  });
});

describe("booking", () => {
  test("an invoice in full pays it, links the transaction and returns a log entry", async () => {
    const { id } = await world.write();
    const paid = await transaction(119);
    const log = (await bookOn(id, { checkAccountTransaction: paid })).body.objects as unknown;
    expect(log).toMatchObject({
      objectName: "InvoiceLog",
      fromStatus: "200",
      toStatus: "1000",
      ammountPayed: "119.00",
      bookingDate: "2025-09-11T00:00:00+02:00",
    });
    expect(await world.invoice(id)).toMatchObject({ status: "1000", paidAmount: 119 });
    expect(await statusOf(paid)).toBe("400");
  });

  test("a part leaves the invoice partly paid, and more than the open amount is refused", async () => {
    const { id } = await world.write();
    const paid = await transaction(200);
    const part = { amount: 50, type: "N", checkAccountTransaction: paid };
    expect((await bookOn(id, part)).status).toBe(200);
    expect(await statusOf(paid)).toBe("200");
    expect(await world.invoice(id, "debit")).toMatchObject({ status: "750", debit: 69 });
    expect((await bookOn(id, { ...part, amount: 70 })).status).toBe(422);
    expect((await bookOn(id, { ...part, type: "FULL_PAYMENT" })).status).toBe(422);
    expect((await bookOn(id, { ...part, amount: 69 })).status).toBe(200);
    expect(await world.invoice(id)).toMatchObject({ status: "1000" });
  });

  test("a second time is refused and books nothing more", async () => {
    const { id } = await world.write();
    const paid = await transaction(119);
    expect((await bookOn(id, { checkAccountTransaction: paid })).status).toBe(200);
    expect((await bookOn(id, { checkAccountTransaction: paid })).status).toBe(422);
    expect(await world.invoice(id)).toMatchObject({ paidAmount: 119 });
  });

  test("takes no more from a transaction than is left of it", async () => {
    const [first, second] = [await world.write(), await world.write()];
    const paid = await transaction(150);
    expect((await bookOn(first.id, { checkAccountTransaction: paid })).status).toBe(200);
    const rest = { type: "N", checkAccountTransaction: paid };
    expect((await bookOn(second.id, { ...rest, amount: 32 })).status).toBe(422);
    expect((await bookOn(second.id, { ...rest, amount: 31 })).status).toBe(200);
    expect(await statusOf(paid)).toBe("400");
  });

  test.each(["MTC", "CB", "O"])("with %s writes off the rest of the invoice", async (type) => {
    const { id } = await world.write();
    const paid = await transaction(115.82);
    expect((await bookOn(id, { amount: 115.82, type, checkAccountTransaction: paid })).status).toBe(200);
    expect(await world.invoice(id, "debit")).toMatchObject({ status: "1000", paidAmount: 115.82, debit: 0 });
  });

  test("needs a transaction on an online account, and creates one on other accounts", async () => {
    const { id } = await world.write();
    expect(await bookOn(id, {})).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringMatching(/required/) } },
    });
    const elsewhere = await makeAccount("Anderes Konto");
    const paid = await transaction(119);
    expect((await bookOn(id, { checkAccount: elsewhere, checkAccountTransaction: paid })).status).toBe(422);
    const register = await bank();
    expect((await bookOn(id, { checkAccount: register })).status).toBe(200);
    const made = (
      await world.get(`/CheckAccountTransaction?checkAccount[id]=${register.id}&checkAccount[objectName]=CheckAccount`)
    ).body.objects;
    expect(made).toMatchObject([{ amount: "119.00", status: "400" }]);
  });

  test.each([
    ["a text for the date", { date: "2026-09-09" }],
    ["a type nobody knows", { type: "PAID" }],
    ["the type for currencies, gone in 2.0", { type: "CF" }],
    ["a text for an id", { checkAccount: { id: "5", objectName: "CheckAccount" } }],
  ])("with %s is refused", async (_what, change) => {
    const { id } = await world.write();
    expect((await bookOn(id, { checkAccountTransaction: await transaction(119), ...change })).status).toBe(422);
  });

  test("is refused for a draft or cancelled invoice", async () => {
    const draft = await world.write({ type: "draft" });
    const cancelled = await world.write();
    await world.desk(`/sevdesk/invoices/${cancelled.id}/void`);
    for (const { id } of [draft, cancelled])
      expect((await bookOn(id, { checkAccountTransaction: await transaction(119) })).status).toBe(422);
  });

  test("appears in the ledger with invoice and transaction", async () => {
    const { id } = await world.write();
    const paid = await transaction(119);
    await bookOn(id, { checkAccountTransaction: paid });
    const ledger = world.twin.ledger() as { bookings: object[]; transactions: object[] };
    expect(ledger.bookings).toContainEqual({
      invoice: id,
      transaction: String(paid.id),
      type: "FULL_PAYMENT",
      cents: 11_900,
    });
    expect(ledger.transactions).toContainEqual(
      expect.objectContaining({ id: String(paid.id), links: [{ invoiceId: id, cents: 11_900 }] }),
    );
  });
});
