import { afterAll, beforeAll, expect, test } from "vitest";
import { TestWorld } from "./testing";
import { stableId } from "./world";

let world: TestWorld;
let access: string;
beforeAll(async () => {
  world = await TestWorld.start();
  access = (await world.connect()).access;
});
afterAll(() => world.stop());

const get = (path: string) => world.api(access, "GET", path);
const names = async (query: string) =>
  (await get(`/v1/contacts?${query}`)).body.content.map((one) => (one.company?.name ?? one.person?.lastName) as string);

test("filters contacts, with wildcards and HTML-encoded texts", async () => {
  expect(await names("name=baeck")).toEqual([]);
  expect(await names("name=b%C3%A4ckerei")).toEqual(["Bäckerei Sonnenschein KG"]);
  expect(await names("name=t_bias")).toEqual(["Kern"]);
  expect(await names(`name=${encodeURIComponent("Müller & S")}`)).toEqual([]);
  expect(await names(`name=${encodeURIComponent("Müller &amp; S")}`)).toEqual(["Müller & Söhne Metallbau GmbH"]);
  expect(await names("email=tobias.kern@")).toEqual(["Kern"]);
  expect(await names("customer=true&vendor=true")).toEqual([]);
  const short = await get("/v1/contacts?name=ab");
  expect([short.status, short.body.IssueList[0]?.source]).toEqual([400, "name"]);
  const all = await get("/v1/contacts?size=5");
  expect(all.body).toMatchObject({ totalElements: 12, totalPages: 3, size: 5, last: false });
});

test("shows contacts without dates and language", async () => {
  const { body } = await get(`/v1/contacts/${stableId("contact:baeckerei")}`);
  expect(body).toMatchObject({
    version: 0,
    roles: { customer: { number: 10_001 } },
    company: { name: "Bäckerei Sonnenschein KG", contactPersons: [{ lastName: "Sommer", primary: true }] },
    emailAddresses: { business: ["rechnung@baeckerei.example"] },
    archived: false,
  });
  expect(Object.keys(body)).not.toEqual(expect.arrayContaining(["createdDate"]));
  expect(body.language).toBeUndefined();
  expect((await get(`/v1/contacts/${stableId("nobody")}`)).status).toBe(404);
});

test("creates contacts with version 0, and changes them only with the last version read", async () => {
  const contact = { version: 0, roles: { customer: {} }, company: { name: "Tischlerei Öhler" } };
  const created = await world.api(access, "POST", "/v1/contacts", contact);
  expect([created.status, created.body.version]).toEqual([200, 0]);
  const url = `/v1/contacts/${created.body.id}`;
  const changed = await world.api(access, "PUT", url, { ...contact, emailAddresses: { business: ["a@b.example"] } });
  expect([changed.status, changed.body.version]).toEqual([200, 1]);
  const stale = await world.api(access, "PUT", url, contact);
  expect([stale.status, stale.body.IssueList[0]]).toEqual([
    406,
    { i18nKey: "invalid_value", source: "version", type: "validation_failure", additionalData: null, args: null },
  ]);
  const nameless = await world.api(access, "POST", "/v1/contacts", { ...contact, company: {} });
  expect([nameless.status, nameless.body.IssueList[0]?.i18nKey]).toEqual([406, "missing_entity"]);
});

test("gives bank accounts the contact's version", async () => {
  const id = stableId("contact:hofladen");
  const account = {
    accountHolder: "Schäfer",
    bankName: "Sparkasse",
    iban: "DE02120300000000202051",
    bic: "BYLADEM1001",
  };
  const wrong = await world.api(access, "POST", `/v1/contacts/${id}/bankaccounts`, {
    ...account,
    iban: "DE03120300000000202051",
  });
  expect(wrong.status).toBe(406);
  const created = await world.api(access, "POST", `/v1/contacts/${id}/bankaccounts`, account);
  expect(created.body.version).toBe((await get(`/v1/contacts/${id}`)).body.version);
  const list = await get(`/v1/contacts/${id}/bankaccounts`);
  expect(list.body[0]).toMatchObject({ ...account, id: created.body.id });
  expect((await world.api(access, "DELETE", `/v1/contacts/${id}/bankaccounts/${created.body.id}`)).status).toBe(204);
});

const INVOICE = {
  voucherDate: "2026-09-01T00:00:00.000+02:00",
  address: { contactId: stableId("contact:baeckerei") },
  lineItems: [
    {
      type: "custom",
      name: "Wartung",
      quantity: 2.5,
      unitName: "Stunde",
      unitPrice: { currency: "EUR", netAmount: 100, taxRatePercentage: 19 },
    },
  ],
  totalPrice: { currency: "EUR" },
  taxConditions: { taxType: "net" },
  shippingConditions: { shippingType: "none" },
  paymentConditions: { paymentTermLabel: "Lastschrift", paymentTermDuration: 14 },
};

test("creates drafts and final invoices, and returns all violations in one answer", async () => {
  const draft = await world.api(access, "POST", "/v1/invoices", INVOICE);
  expect(draft.status).toBe(201);
  expect((await get(`/v1/invoices/${draft.body.id}`)).body).toMatchObject({ voucherStatus: "draft" });
  const final = await world.api(access, "POST", "/v1/invoices?finalize=true", INVOICE);
  const { body } = await get(`/v1/invoices/${final.body.id}`);
  expect(body).toMatchObject({
    voucherStatus: "open",
    dueDate: "2026-09-15T00:00:00.000+02:00",
    totalPrice: { totalNetAmount: 250, totalGrossAmount: 297.5, totalTaxAmount: 47.5 },
    address: { name: "Bäckerei Sonnenschein KG" },
  });
  const bad = await world.api(access, "POST", "/v1/invoices", { ...INVOICE, voucherDate: "2026-09-01", lineItems: [] });
  expect([bad.status, bad.body.details.map((one) => String(one.field))]).toEqual([406, ["voucherDate", "lineItems"]]);
  const other = {
    method: "POST",
    headers: { authorization: `Bearer ${access}`, "content-type": "text/plain" },
    body: "{}",
  };
  expect((await fetch(`${world.twin.origin}/v1/invoices`, other)).status).toBe(415);
});

test("lists bookkeeping vouchers by number only", async () => {
  expect((await get("/v1/vouchers")).status).toBe(400);
  const found = await get("/v1/vouchers?voucherNumber=RE1059");
  expect(found.body.content.map((one) => String(one.id))).toEqual([stableId("voucher:bookkeeping")]);
});

test("returns payment conditions as a plain array, and refuses new ones", async () => {
  const { body } = await get("/v1/payment-conditions");
  expect(Array.isArray(body)).toBe(true);
  expect(body.filter((one) => one.organizationDefault)).toHaveLength(1);
  expect((await world.api(access, "POST", "/v1/payment-conditions", {})).status).toBe(405);
});

test("changes the partner integration's status only with its current version", async () => {
  const { body } = await get("/v1/partner-integrations");
  expect(body).toEqual({ status: "OAUTH_CONNECTED", version: 0 });
  const put = (version: number) => world.api(access, "PUT", "/v1/partner-integrations", { status: "ACTIVE", version });
  expect([(await put(0)).status, (await put(0)).status]).toEqual([200, 409]);
});

test("truncates a list to half of its rows for the fault partial-page, and reports it as complete", async () => {
  world.kit.faults.add({ provider: "lexware", kind: "partial-page", times: 1, match: { path: "/v1/contacts" } });
  const cut = await get("/v1/contacts?size=10");
  expect(cut.body).toMatchObject({ numberOfElements: 5, last: true });
  expect((await get("/v1/contacts?size=10")).body.numberOfElements).toBe(10);
});
