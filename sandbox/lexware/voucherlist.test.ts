import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "../kit/calendar";
import { type Answer, type Json, TestWorld } from "./testing";
import { stableId } from "./world";

let world: TestWorld;
let access: string;
beforeAll(async () => {
  world = await TestWorld.start();
  access = (await world.connect()).access;
});
afterAll(() => world.stop());

const list = (query: string): Promise<Answer> => world.api(access, "GET", `/v1/voucherlist?${query}`);
const ids = (answer: Answer): string[] => answer.body.content.map((row: Json) => String(row.id));
const ALL = "voucherType=any&voucherStatus=any&size=250";

test.each([
  ["voucherStatus=open"],
  ["voucherType=invoice"],
  ["voucherType=invoice&voucherStatus=overdue,open"],
  ["voucherType=dunning&voucherStatus=open"],
  ["voucherType=invoice&voucherStatus=paymentordered"],
  [`${ALL}&size=251`.replace("&size=250", "")],
  ["voucherType=any&voucherStatus=any&size=250&page=40"],
  [`${ALL}&sort=dueDate,ASC`],
  [`${ALL}&updatedDateFrom=2026-09-01T00:00:00`],
  [`${ALL}&contactId=17`],
])("answers 400 to %s", async (query) => {
  const answer = await list(query);
  expect(answer.status).toBe(400);
  expect(answer.body.message).toBeTruthy();
});

test("lists overdue invoices under open with the status overdue; the invoice itself says open", async () => {
  const open = await list("voucherType=invoice&voucherStatus=open&size=250");
  const labels = new Set(open.body.content.map((row) => String(row.voucherStatus)));
  expect(labels).toEqual(new Set(["open", "overdue"]));
  const overdue = await list("voucherType=invoice&voucherStatus=overdue&size=250");
  expect(overdue.body.content.every((row) => row.voucherStatus === "overdue")).toBe(true);
  expect(ids(open)).toEqual(expect.arrayContaining(ids(overdue)));
  const invoice = await world.api(access, "GET", `/v1/invoices/${stableId("voucher:overdue")}`);
  expect(invoice.body.voucherStatus).toBe("open");
});

test("returns the row of an invoice", async () => {
  const answer = await list(`${ALL}&voucherNumber=RE1051`);
  const today = world.kit.clock.today();
  expect(answer.body).toMatchObject({ first: true, last: true, totalElements: 1, size: 250, number: 0 });
  expect(answer.body.content[0]).toMatchObject({
    id: stableId("voucher:bakery-next"),
    voucherType: "invoice",
    voucherStatus: "open",
    contactId: stableId("contact:baeckerei"),
    contactName: "Bäckerei Sonnenschein KG",
    totalAmount: 297.5,
    openAmount: 297.5,
    currency: "EUR",
    archived: false,
  });
  expect(answer.body.content[0]?.dueDate).toMatch(new RegExp(`^${addDays(today, 6)}T00:00:00.000\\+0[12]:00$`));
});

test("shows drafts without an open amount, and the collective customer without a contact", async () => {
  const answer = await list(ALL);
  const row = (key: string) => answer.body.content.find((one) => one.id === stableId(`voucher:${key}`));
  expect(row("draft")).toMatchObject({ voucherStatus: "draft", openAmount: null });
  expect(row("no-contact")).toMatchObject({ contactId: null });
  expect(row("part-paid")).toMatchObject({ totalAmount: 1190, openAmount: 790 });
  expect(row("with-credit-note")).toMatchObject({ totalAmount: 380.8, openAmount: 309.4 });
  expect(row("closing")).toMatchObject({ totalAmount: 3570, openAmount: 1190 });
  expect(row("voided")).toMatchObject({ voucherStatus: "voided", openAmount: 0 });
});

test("filters and sorts", async () => {
  const today = world.kit.clock.today();
  const byDay = await list(`${ALL}&voucherDateFrom=${addDays(today, -3)}&voucherDateTo=${addDays(today, -3)}`);
  expect(ids(byDay).sort()).toEqual([stableId("voucher:sepadebit"), stableId("voucher:bookkeeping")].sort());
  const mine = await list(`${ALL}&contactId=${stableId("contact:kern")}`);
  expect(ids(mine)).toEqual([stableId("voucher:consumer")]);
  const newest = await list(ALL);
  const dates = newest.body.content.map((row) => String(row.voucherDate));
  expect(dates).toEqual([...dates].sort().reverse());
  const byNumber = await list(`${ALL}&sort=voucherNumber,ASC`);
  const numbers = byNumber.body.content.map((row) => String(row.voucherNumber ?? ""));
  expect(numbers).toEqual([...numbers].sort());
});

test("divides all rows into pages", async () => {
  const pages = await Promise.all(
    [0, 1, 2].map((page) => list(`voucherType=any&voucherStatus=any&size=10&page=${page}`)),
  );
  expect(pages.map((page) => page.body.numberOfElements)).toEqual([10, 10, 6]);
  expect(pages.map((page) => page.body.last)).toEqual([false, false, true]);
  expect(new Set(pages.flatMap(ids)).size).toBe(26);
});

test("returns the documents of the rows", async () => {
  const closing = await world.api(access, "GET", `/v1/invoices/${stableId("voucher:closing")}`);
  expect(closing.body).toMatchObject({ closingInvoice: true, claimedGrossAmount: 1190 });
  expect(closing.body.downPaymentDeductions[0]).toMatchObject({ receivedGrossAmount: 2380, receivedNetAmount: 2000 });
  const down = await world.api(access, "GET", `/v1/down-payment-invoices/${stableId("voucher:down-payment-paid")}`);
  expect(down.body.closingInvoiceId).toBe(stableId("voucher:closing"));
  const discount = await world.api(access, "GET", `/v1/invoices/${stableId("voucher:discount")}`);
  expect(discount.body.paymentConditions.paymentDiscountConditions).toEqual({
    discountPercentage: 2,
    discountRange: 7,
  });
  const voucher = await world.api(access, "GET", `/v1/vouchers/${stableId("voucher:sepadebit")}`);
  expect(voucher.body).toMatchObject({ type: "salesinvoice", voucherStatus: "sepadebit" });
  const wrongKind = await world.api(access, "GET", `/v1/invoices/${stableId("voucher:sepadebit")}`);
  expect(wrongKind.status).toBe(404);
});

test("returns payments of open, part-paid and paid documents, and 406 for drafts", async () => {
  const payment = (key: string) => world.api(access, "GET", `/v1/payments/${stableId(`voucher:${key}`)}`);
  expect((await payment("overdue")).body).toMatchObject({
    openAmount: 624.75,
    paymentStatus: "openRevenue",
    paymentItems: [],
  });
  expect((await payment("part-paid")).body.paymentItems[0]).toMatchObject({
    paymentItemType: "manualPayment",
    amount: 400,
  });
  expect((await payment("paid")).body).toMatchObject({
    openAmount: 0,
    paymentStatus: "balanced",
    voucherStatus: "paid",
  });
  expect((await payment("draft")).status).toBe(406);
});

test("returns the file as PDF, none for a draft, and has no list and no change of invoices", async () => {
  const url = (key: string) => `/v1/invoices/${stableId(`voucher:${key}`)}`;
  const file = await world.api(access, "GET", `${url("overdue")}/file`);
  expect(file.headers.get("content-type")).toBe("application/pdf");
  expect(String(file.body).startsWith("%PDF-1.4")).toBe(true);
  expect((await world.api(access, "GET", `${url("draft")}/file`)).status).toBe(409);
  expect((await world.api(access, "PUT", url("overdue"), {})).status).toBe(405);
  expect((await world.api(access, "GET", "/v1/invoices")).status).toBe(405);
});
