import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays } from "../kit/calendar";
import { DIRECT_DEBIT_TERM, TRANSFER_TERM } from "./clients";
import { TestWorld } from "./test-world";

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.start();
});
afterAll(async () => {
  await world.stop();
  expect(world.problems).toEqual([]);
});

const act = (id: string, what: string, body: object = {}) => world.desk(`/sevdesk/invoices/${id}/${what}`, body);
const idsOf = async (path: string) => (await world.get(path)).body.objects.map((one) => one.id);

describe("an invoice", () => {
  test("has a date and days to pay, numbers as texts, and null for empty fields", async () => {
    const today = world.kit.clock.today();
    const { id, number } = await world.write({ dueDate: addDays(today, 10) });
    expect(await world.invoice(id)).toMatchObject({
      objectName: "Invoice",
      invoiceNumber: number,
      invoiceType: "RE",
      status: "200",
      invoiceDate: expect.stringMatching(new RegExp(`^${today}T00:00:00\\+0[12]:00$`)),
      timeToPay: "10",
      sumGross: "119.00",
      sumNet: "100.00",
      sumTax: "19.00",
      sumGrossForeignCurrency: "0",
      paidAmount: 0,
      payDate: null,
      currency: "EUR",
      contact: { objectName: "Contact" },
      paymentMethod: { objectName: "PaymentMethod" },
    });
    expect(await world.invoice((await world.write({ dueDate: null })).id)).toMatchObject({ timeToPay: null });
  });

  test("contains whole records in place of references on request", async () => {
    const contact = { name: "Metall AG", firstName: "Ida", lastName: "Stahl", email: "ida@metall.example" };
    const { id } = await world.write({ contact, paymentTermLabel: TRANSFER_TERM });
    expect(await world.invoice(id, "contact.parent,paymentMethod,debit")).toMatchObject({
      contact: { name: null, surename: "Ida", familyname: "Stahl", parent: { name: "Metall AG" } },
      paymentMethod: { name: TRANSFER_TERM },
      debit: 119,
    });
    expect((await world.invoice(id)).contact).toEqual({ id: expect.any(String), objectName: "Contact" });
  });

  test("in another currency has a separate sum in that currency", async () => {
    const { id } = await world.write({ currency: "USD" });
    const invoice = await world.invoice(id);
    expect(invoice).toMatchObject({ currency: "USD", sumGrossForeignCurrency: "119.00", sumGross: "107.10" });
  });

  test("that does not exist is answered with 400, as the vendor documents", async () => {
    expect(await world.get("/Invoice/1")).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/not found/) } },
    });
  });

  test("returns its positions, by its own call and in the list of all positions", async () => {
    const { id } = await world.write({ description: "Teigmaschine" });
    const { objects } = (await world.get(`/Invoice/${id}/getPositions`)).body;
    expect(objects).toMatchObject([{ name: "Teigmaschine", sumGrossAccounting: "119.00", taxRate: "19" }]);
    const all = (await world.get(`/InvoicePos?invoice[id]=${id}&invoice[objectName]=Invoice`)).body.objects;
    expect(all).toEqual(objects);
  });
});

describe("statuses of an invoice", () => {
  test("are open, partly paid and paid; the open amount is the debit", async () => {
    const { id } = await world.write();
    await act(id, "part-pay", { amountCents: 1_900 });
    expect(await world.invoice(id, "debit")).toMatchObject({ status: "750", paidAmount: 19, debit: 100 });
    expect((await world.get(`/Invoice/${id}/getIsPartiallyPaid`)).body.objects).toBe(true);
    await act(id, "pay");
    expect(await world.invoice(id, "debit")).toMatchObject({ status: "1000", paidAmount: 119, debit: 0 });
    expect((await world.invoice(id)).payDate).toContain(world.kit.clock.today());
    expect((await world.get(`/Invoice/${id}/getIsPartiallyPaid`)).body.objects).toBe(false);
  });

  test("stay open for an invoice partly paid before June 2024", async () => {
    const { id } = await world.write({ isOldPartPaid: true });
    await act(id, "part-pay", { amountCents: 1_900 });
    expect(await world.invoice(id)).toMatchObject({ status: "200", paidAmount: 19 });
    expect(await idsOf("/Invoice?partiallyPaid=true")).toContain(id);
  });

  test("are cancelled with nothing open, and paid for the cancellation invoice", async () => {
    const { id } = await world.write();
    const made = await world.api("POST", `/Invoice/${id}/cancelInvoice`);
    expect(made.status).toBe(201);
    expect(made.body.objects).toMatchObject({ invoiceType: "SR", status: "1000", origin: { id } });
    expect(await world.invoice(id, "debit")).toMatchObject({ status: "500", debit: 0 });
    expect((await world.api("POST", `/Invoice/${id}/cancelInvoice`)).status).toBe(422);
  });

  test("change from draft to sent by reading the document, unless that is prevented", async () => {
    const { id } = await world.write({ type: "draft" });
    const pdf = (await world.get(`/Invoice/${id}/getPdf?preventSendBy=true`)).body.objects as unknown;
    expect(pdf).toMatchObject({ mimeType: "application/pdf", base64encoded: true });
    expect(await world.invoice(id)).toMatchObject({ status: "100", invoiceNumber: null });
    await world.get(`/Invoice/${id}/getPdf`);
    expect(await world.invoice(id)).toMatchObject({ status: "200" });
  });

  test("show a final invoice with its full sum and a debit less its advance and partial invoices", async () => {
    const contact = { name: "Hausverwaltung Elbblick" };
    await world.write({ contact, type: "advance", amountCents: 100_000 });
    await world.write({ contact, type: "partial", amountCents: 50_000 });
    const { id } = await world.write({ contact, type: "final", amountCents: 357_000 });
    expect(await world.invoice(id, "debit")).toMatchObject({ invoiceType: "ER", sumGross: "3570.00", debit: 2_070 });
  });

  test("show the reduced sum of a final invoice if the twin is set so", async () => {
    const other = await TestWorld.start({ finalSums: "reduced" });
    const contact = { name: "Hausverwaltung Elbblick" };
    await other.write({ contact, type: "advance", amountCents: 100_000 });
    const { id } = await other.write({ contact, type: "final", amountCents: 357_000 });
    expect(await other.invoice(id, "debit")).toMatchObject({ sumGross: "2570.00", debit: 2_570 });
    await other.stop();
  });
});

describe("the list", () => {
  test("is filtered by status, number, contact, payment method and date", async () => {
    const today = world.kit.clock.today();
    const { id, number, contactId } = await world.write({
      contact: { name: "Nur Einmal GmbH" },
      paymentTermLabel: "Einzug sofort",
      invoiceDate: addDays(today, -200),
      dueDate: addDays(today, -186),
    });
    const at = (days: number) => Date.parse(`${addDays(today, days)}T00:00:00Z`) / 1_000;
    expect(await idsOf("/Invoice?status=200&limit=1000")).toContain(id);
    expect(await idsOf("/Invoice?status=1000&limit=1000")).not.toContain(id);
    expect(await idsOf(`/Invoice?invoiceNumber=${number}`)).toEqual([id]);
    expect(await idsOf(`/Invoice?contact[id]=${contactId}&contact[objectName]=Contact`)).toEqual([id]);
    const method = (await world.invoice(id)).paymentMethod.id;
    expect(await idsOf(`/Invoice?paymentMethod[id]=${method}&paymentMethod[objectName]=PaymentMethod`)).toEqual([id]);
    expect(await idsOf(`/Invoice?startDate=${at(-201)}&endDate=${at(-199)}`)).toEqual([id]);
    expect(await idsOf(`/Invoice?startDate=${at(-199)}&limit=1000`)).not.toContain(id);
  });

  test("shows reminders and series on request only", async () => {
    const { id } = await world.write({ dueDate: addDays(world.kit.clock.today(), -20) });
    const reminder = (await act(id, "remind")).body.id;
    const series = (await world.write({ type: "series" })).id;
    const usual = await idsOf("/Invoice?limit=1000");
    expect([usual.includes(id), usual.includes(reminder), usual.includes(series)]).toEqual([true, false, false]);
    expect(await idsOf("/Invoice?showAll=true&limit=1000")).toEqual(expect.arrayContaining([reminder, series]));
    expect(await idsOf("/Invoice?showMa=all&limit=1000")).toContain(reminder);
    expect(await idsOf("/Invoice?invoiceType=WKR&limit=1000")).toContain(series);
    expect(await world.invoice(reminder)).toMatchObject({ invoiceType: "MA", origin: { id }, status: "200" });
  });

  test("contains invoices booked since an instant when filtered by updateAfter", async () => {
    const { id } = await world.write();
    await world.kit.clock.advanceDays(2);
    const since = Math.floor(world.kit.clock.now().getTime() / 1_000) - 3_600;
    expect(await idsOf(`/Invoice?updateAfter=${since}`)).not.toContain(id);
    await act(id, "pay");
    expect(await idsOf(`/Invoice?updateAfter=${since}`)).toEqual([id]);
    expect(await idsOf(`/Invoice?updateBefore=${since}&limit=1000`)).not.toContain(id);
  });

  test("is sorted by number on request", async () => {
    const numbers = (await world.get("/Invoice?status=200&orderByInvoiceNumber=ASC&limit=1000")).body.objects.map(
      (one) => Number(one.invoiceNumber.replace(/\D/g, "")),
    );
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  });
});

describe("contacts", () => {
  test("that are persons are listed on request only", async () => {
    const { contactId } = await world.write({ contact: { firstName: "Ayşe", lastName: "Yılmaz" } });
    expect(await idsOf("/Contact?limit=1000")).not.toContain(contactId);
    expect(await idsOf("/Contact?depth=1&limit=1000")).toContain(contactId);
    const [person] = (await world.get(`/Contact/${contactId}`)).body.objects;
    expect(person).toMatchObject({ name: null, surename: "Ayşe", familyname: "Yılmaz", parent: null });
  });

  test("have e-mail addresses, and postal addresses with a country", async () => {
    const { contactId } = await world.write({ contact: { name: "Mit Post GmbH", email: "post@mit.example" } });
    const of = `contact[id]=${contactId}&contact[objectName]=Contact`;
    expect((await world.get(`/CommunicationWay?${of}&type=EMAIL&main=1`)).body.objects).toMatchObject([
      { type: "EMAIL", value: "post@mit.example", main: "1", key: { id: "8" } },
    ]);
    expect((await world.get(`/ContactAddress?${of}&embed=country`)).body.objects).toMatchObject([
      { city: "Dresden", country: { code: "de" } },
    ]);
    await world.desk(`/sevdesk/contacts/${contactId}/change`, { email: "neu@mit.example" });
    expect((await world.get(`/CommunicationWay?${of}`)).body.objects).toMatchObject([{ value: "neu@mit.example" }]);
    await world.desk(`/sevdesk/contacts/${contactId}/change`, { email: null });
    expect((await world.get(`/CommunicationWay?${of}`)).body.objects).toEqual([]);
  });

  test("and invoices have payment methods", async () => {
    const names = (await world.get("/PaymentMethod")).body.objects.map((one) => one.name);
    expect(names).toEqual(expect.arrayContaining([DIRECT_DEBIT_TERM, TRANSFER_TERM]));
  });
});
