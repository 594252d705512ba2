import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isStorable } from "@/lib/core/text/storable";
import { accountingOf } from "@/lib/providers/accounting/registry";
import { TestSandbox } from "@/test/sandbox";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

const { sevdesk } = await sandbox.state();
const TERM = "Der Betrag wird per SEPA-Lastschrift eingezogen.";
const { books } = accountingOf("SEVDESK", { pace: async () => {}, accessToken: async () => sevdesk.apiKey });

interface Invoice {
  id: string;
  contactId: string;
}

const write = (changes: object = {}) =>
  sandbox.desk<Invoice>("/sevdesk/invoices", {
    contact: { name: "Buchhandlung Blatt & Söhne", email: "laden@blatt.example" },
    amountCents: 11_900,
    ...changes,
  });

describe("contacts and payment terms at sevdesk", () => {
  let person: Invoice;
  beforeAll(async () => {
    const firm = { name: "Stahl & Eisen OHG", email: "buchhaltung@stahl.example" };
    await write({ contact: firm });
    person = await write({ contact: { name: "Stahl & Eisen OHG", firstName: "Ida", lastName: "Stahl" } });
  });

  test("a firm is the same in the list and alone, and a changed address shows at once", async () => {
    const { contactId } = await write();
    const { rows } = await books.listContacts();
    const contact = rows.find((row) => row.externalId === contactId);
    expect(contact).toMatchObject({
      companyName: "Buchhandlung Blatt & Söhne",
      emails: ["laden@blatt.example"],
      street: "Hauptstraße 1",
      zip: "01099",
      city: "Dresden",
      countryCode: "DE",
    });
    expect(await books.readContact(contactId)).toEqual(contact);
    await sandbox.desk(`/sevdesk/contacts/${contactId}/change`, { email: "neu@blatt.example" });
    expect((await books.readContact(contactId))?.emails).toEqual(["neu@blatt.example"]);
  });

  test("a person is listed too, and gets the firm's name and addresses if it has none", async () => {
    const contact = await books.readContact(person.contactId);
    expect(contact).toMatchObject({
      companyName: "Stahl & Eisen OHG",
      firstName: "Ida",
      lastName: "Stahl",
      emails: ["buchhaltung@stahl.example"],
    });
    const { rows } = await books.listContacts();
    expect(rows.find((row) => row.externalId === person.contactId)).toEqual(contact);
  });

  test("a contact with hostile text in its fields is read in full and can be stored", async () => {
    const hostile = `=1+1 <script>x</script>\u202E🦊 ${"Wörter ".repeat(1_500)}`;
    const place = { street: hostile, zip: hostile, city: hostile };
    // Characters that no database accepts are removed; otherwise one such name would fail the whole list.
    const name = `${hostile}\0\ud83d`;
    const { contactId } = await write({ contact: { name, email: "Chef@<b>.example", ...place } });
    const contact = await books.readContact(contactId);
    expect(contact).toMatchObject({ companyName: hostile, emails: [], ...place });
    expect(isStorable(contact)).toBe(true);
    expect((await books.listContacts()).rows.find((row) => row.externalId === contactId)).toEqual(contact);
  });

  test("a contact that does not exist is undefined", async () => {
    expect(await books.readContact("1")).toBeUndefined();
  });

  test.each(["/api/v1/Contact", "/api/v1/CommunicationWay", "/api/v1/ContactAddress"])(
    "an incomplete page at %s is refused",
    async (path) => {
      await sandbox.fault("sevdesk", "partial-page", path);
      await expect(books.listContacts()).rejects.toMatchObject({ kind: "network", isRetryable: true });
    },
  );

  test("the payment terms are the names of the payment methods", async () => {
    await write({ paymentTermLabel: "Bankeinzug nach 7 Tagen" });
    expect(await books.listPaymentTerms()).toEqual(expect.arrayContaining([TERM, "Bankeinzug nach 7 Tagen"]));
  });
});
