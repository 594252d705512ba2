import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answer, TestWorld } from "./testing";
import { stableId } from "./world";

let world: TestWorld;
let access: string;
let accountId: string;
const INVOICE = stableId("voucher:bakery-next");
const FEE = { feeAmount: -3.18, feeTaxRatePercentage: 0, feePostingCategoryId: "16d04a23-fd91-11e1-a21f-0800200c9a66" };

beforeEach(async () => {
  world = await TestWorld.start();
  access = (await world.connect()).access;
  const account = {
    type: "PAYMENT_PROVIDER",
    name: "GoCardless",
    accountSystem: "GOCARDLESS",
    balance: 0,
    lockVersion: 0,
  };
  const created = await post("/v1/finance/accounts", { ...account, externalReference: "GC-1" });
  expect(created.status).toBe(201);
  accountId = String(created.body.id);
});
afterEach(() => world.stop());

const post = (path: string, body: unknown): Promise<Answer> => world.api(access, "POST", path, body);
const hint = (voucherId: string, externalReference: string) =>
  post("/v1/transaction-assignment-hint", { voucherId, externalReference });
const transaction = (change: object = {}) => ({
  financialAccountId: accountId,
  valueDate: "2026-09-09T00:00:00.000+02:00",
  purpose: "RE1051 Lastschrift",
  amount: 297.5,
  recipientOrSenderName: "Bäckerei Sonnenschein KG",
  externalReference: "PM1",
  ...change,
});
const payment = async (id = INVOICE) => (await world.api(access, "GET", `/v1/payments/${id}`)).body;

test("pays the invoice when the hint comes before the transaction", async () => {
  const answer = await hint(INVOICE, "PM1");
  expect([answer.status, answer.body]).toEqual([200, { voucherId: INVOICE, externalReference: "PM1" }]);
  const posted = await post("/v1/finance/transactions", [transaction(FEE)]);
  expect(posted.status).toBe(201);
  expect(posted.body[0]).toMatchObject({
    state: "completely_assigned",
    openAmount: 0,
    amountAsString: "297,50",
    feeAmount: -3.18,
    lockVersion: 0,
  });
  expect(await payment()).toMatchObject({ voucherStatus: "paid", openAmount: 0, paymentStatus: "balanced" });
  expect((await payment()).paymentItems[0]).toMatchObject({
    paymentItemType: "partPaymentFinancialTransaction",
    postingDate: "2026-09-09T00:00:00.000+02:00",
    amount: 297.5,
  });
  const id = String(posted.body[0]?.financialTransactionId);
  const assignments = await world.api(access, "GET", `/v1/finance/transactions/${id}/assignments`);
  expect(assignments.body).toEqual([{ id: INVOICE, type: "invoice" }]);
});

test("assigns a transaction that comes before its hint, also by endToEndId and only in part", async () => {
  const posted = await post("/v1/finance/transactions", [
    transaction({ amount: 100, endToEndId: "E2E", externalReference: "PM2" }),
  ]);
  expect(posted.body[0]).toMatchObject({ state: null, openAmount: 100 });
  await post("/v1/transaction-assignment-hint", { voucherId: INVOICE, endToEndId: "E2E" });
  expect(await payment()).toMatchObject({ voucherStatus: "open", openAmount: 197.5 });
});

test("leaves money beyond the open amount on the transaction", async () => {
  await hint(INVOICE, "PM1");
  const posted = await post("/v1/finance/transactions", [transaction({ amount: 300 })]);
  expect(posted.body[0]).toMatchObject({ state: "partly_assigned", openAmount: 2.5, openAmountAsString: "2,50" });
});

test("accepts a hint with exactly one reference, and one hint per voucher", async () => {
  const both = { voucherId: INVOICE, externalReference: "A", endToEndId: "B" };
  expect((await post("/v1/transaction-assignment-hint", both)).status).toBe(406);
  expect((await post("/v1/transaction-assignment-hint", { voucherId: INVOICE })).status).toBe(406);
  expect((await hint(INVOICE, "A")).status).toBe(200);
  const second = await hint(INVOICE, "A");
  expect([second.status, second.body.details[0]?.violation]).toEqual([406, "DUPLICATE"]);
  expect((await hint(stableId("voucher:draft"), "C")).status).toBe(406);
  expect((await hint(stableId("nothing"), "C")).status).toBe(404);
});

test("accepts a list of transactions completely or not at all", async () => {
  const bad = [
    transaction({ amount: 0 }),
    transaction({ purpose: undefined }),
    transaction({ valueDate: undefined }),
    transaction({ valueDate: "2026-09-09" }),
    transaction({ financialAccountId: stableId("nothing") }),
    transaction({ ...FEE, feeAmount: 3.18 }),
    transaction({ feeAmount: -3.18 }),
    transaction({ ...FEE, feeTaxRatePercentage: 8 }),
  ];
  for (const entry of bad) {
    const answer = await post("/v1/finance/transactions", [transaction(), entry]);
    expect([answer.status, answer.body.message]).toEqual([406, "Validation failed for request."]);
  }
  expect((await post("/v1/finance/transactions", [])).status).toBe(406);
  expect((await post("/v1/finance/transactions", Array(26).fill(transaction()))).status).toBe(406);
  expect((await post("/v1/finance/transactions", transaction())).status).toBe(400);
  expect(world.state.transactions).toHaveLength(0);
});

test("accepts fees only on accounts of payment providers", async () => {
  const giro = { type: "GIRO", name: "Bank", accountSystem: "X", iban: "DE02120300000000202051", bic: "BYLADEM1001" };
  const { body } = await post("/v1/finance/accounts", giro);
  const answer = await post("/v1/finance/transactions", [transaction({ ...FEE, financialAccountId: body.id })]);
  expect(answer.status).toBe(406);
  expect((await post("/v1/finance/accounts", { ...giro, iban: undefined })).status).toBe(406);
});

test("ignores a repeated reference and returns the first transaction", async () => {
  const first = await post("/v1/finance/transactions", [transaction(), transaction({ externalReference: "PM2" })]);
  const again = await post("/v1/finance/transactions", [transaction({ amount: 1, purpose: "anders" })]);
  expect(again.status).toBe(201);
  expect(again.body[0]?.financialTransactionId).toBe(first.body[0]?.financialTransactionId);
  expect(again.body[0]?.amount).toBe(297.5);
  expect(world.state.transactions).toHaveLength(2);
});

test("refuses transactions in a closed period until it is opened again", async () => {
  const close = (body: object) => world.desk("/lexware/organisations/Werkstatt%20Lindenhof%20GmbH/close", body);
  expect((await close({ until: "2026-09-09" })).body).toMatchObject({ closedUntil: "2026-09-09" });
  const refused = await post("/v1/finance/transactions", [transaction()]);
  expect([refused.status, refused.body.details[0]?.field]).toEqual([406, "[0].valueDate"]);
  const later = transaction({ valueDate: "2026-09-10T00:00:00.000+02:00", externalReference: "PM2" });
  expect((await post("/v1/finance/transactions", [later])).status).toBe(201);
  await close({});
  expect((await post("/v1/finance/transactions", [transaction()])).status).toBe(201);
});

test("finds accounts by reference, and sets a balance only with the current lockVersion", async () => {
  const found = await world.api(access, "GET", "/v1/finance/accounts?externalReference=GC-1");
  expect(found.body).toHaveLength(1);
  const change = { ...found.body[0], balance: -294.32 };
  expect((await world.api(access, "PUT", `/v1/finance/accounts/${accountId}`, change)).status).toBe(200);
  expect((await world.api(access, "PUT", `/v1/finance/accounts/${accountId}`, change)).status).toBe(409);
  const now = await world.api(access, "GET", `/v1/finance/accounts/${accountId}`);
  expect(now.body).toMatchObject({ balance: -294.32, lockVersion: 1 });
  expect((await world.api(access, "GET", "/v1/finance/accounts?iban=1&externalReference=2")).status).toBe(400);
});

test("returns the latest transaction of an account", async () => {
  const url = `/v1/finance/transactions/latest-transaction?financialAccountId=${accountId}`;
  expect((await world.api(access, "GET", url)).status).toBe(404);
  const later = transaction({ externalReference: "PO1", amount: -294.32, valueDate: "2026-09-11T00:00:00.000+02:00" });
  await post("/v1/finance/transactions", [later, transaction()]);
  expect((await world.api(access, "GET", url)).body.externalReference).toBe("PO1");
});

test("keeps a match waiting when the user has to confirm it", async () => {
  await world.desk("/lexware/assignment", { mode: "confirm" });
  await hint(INVOICE, "PM1");
  const posted = await post("/v1/finance/transactions", [transaction()]);
  expect(posted.body[0]?.state).toBeNull();
  expect(await payment()).toMatchObject({ openAmount: 297.5 });
  const confirmed = await world.desk(`/lexware/transactions/${posted.body[0]?.financialTransactionId}/confirm`);
  expect(confirmed.status).toBe(200);
  expect(await payment()).toMatchObject({ openAmount: 0, voucherStatus: "paid" });
});

test("opens the invoice again when its assignment is undone, and leaves the transaction unassigned", async () => {
  await hint(INVOICE, "PM1");
  await post("/v1/finance/transactions", [transaction()]);
  const undone = await world.desk("/lexware/invoices/RE1051/undo-assignment");
  expect(undone.body).toMatchObject({ status: "open", openCents: 29_750 });
  expect((await world.desk("/lexware/invoices/RE1051/undo-assignment")).status).toBe(422);
  expect(world.twin.ledger()).toMatchObject({
    transactions: [{ externalReference: "PM1", cents: 29_750, assigned: false }],
  });
});

test("returns the ledger in the shape of the design, with the organisation for the checkers", async () => {
  const organisation = "3f6c1b90-52d1-4d0c-8f36-0a4be0b7c1d2";
  await hint(INVOICE, "PM1");
  await post("/v1/finance/transactions", [transaction(FEE)]);
  const ledger = world.twin.ledger() as { vouchers: { id: string }[]; hints: unknown; transactions: unknown };
  expect(ledger.vouchers.find((voucher) => voucher.id === INVOICE)).toEqual({
    id: INVOICE,
    organisation,
    number: "RE1051",
    type: "invoice",
    status: "paid",
    totalCents: 29_750,
    openCents: 0,
    dueDate: expect.any(String),
    closingInvoiceId: null,
  });
  expect(ledger.hints).toEqual([{ voucherId: INVOICE, externalReference: "PM1" }]);
  expect(ledger.transactions).toEqual([
    { organisation, externalReference: "PM1", cents: 29_750, feeCents: -318, assigned: true },
  ]);
});
