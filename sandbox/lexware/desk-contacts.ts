import { deskRefuse, readOptionalText } from "../kit/desk-input";
import { type Fields, isFields } from "../kit/fields";
import { type ContactInput, changeContact, emailsOf, keepNewContact, nameOf } from "./contacts";
import type { Contact, Organisation } from "./model";
import type { World } from "./world";

/**
 * Finds or creates the contact of a control panel invoice: by id, or by name and e-mail address in the organisation.
 * @returns null for a one-time customer without a contact record
 */
export class DeskContacts {
  private readonly known = new Map<string, Contact>();

  constructor(
    private readonly world: World,
    private readonly organisation: Organisation,
    private readonly isSilent = false,
  ) {
    for (const contact of world.contacts.filter((one) => one.organisationId === organisation.id))
      this.remember(contact);
  }

  find(given: unknown): Contact | null {
    if (given === null || (isFields(given) && given.collective === true)) return null;
    if (!isFields(given)) return deskRefuse(422, "contact must be an object with a name, or null");
    const id = readOptionalText(given, "id");
    if (id !== undefined) {
      const contact = this.world.contacts.get(id);
      if (contact?.organisationId !== this.organisation.id)
        return deskRefuse(404, `no contact ${id} in ${this.organisation.name}`);
      return contact;
    }
    const input = readDeskContact(given);
    const name = input.company?.name ?? [input.person?.firstName, input.person?.lastName].filter(Boolean).join(" ");
    const email = given.email === null ? "" : readOptionalText(given, "email");
    const existing = this.known.get(email === undefined ? name : `${name}\n${email}`);
    if (existing) return existing;
    const language = given.language === "en" ? "en" : "de";
    const contact = keepNewContact(this.world, this.organisation.id, input, { language }, this.isSilent);
    this.remember(contact);
    return contact;
  }

  private remember(contact: Contact): void {
    const name = nameOf(contact);
    const emails = emailsOf(contact);
    this.known.set(name, contact);
    for (const email of emails.length > 0 ? emails : [""]) this.known.set(`${name}\n${email}`, contact);
  }
}

/**
 * Reads a contact. Only a name means a company, only first and last name a person; both mean a company with a contact
 * person.
 */
export function readDeskContact(given: Fields): ContactInput {
  const name = readOptionalText(given, "name")?.trim();
  const firstName = readOptionalText(given, "firstName");
  const lastName = readOptionalText(given, "lastName");
  const email = readOptionalText(given, "email");
  if (!name && !lastName) return deskRefuse(422, "contact needs a name, or a lastName");
  const person = lastName ? { lastName, ...(firstName ? { firstName } : {}) } : undefined;
  const identity: Pick<ContactInput, "company" | "person"> = name
    ? { company: { name, ...(person ? { contactPersons: [{ ...person, primary: true }] } : {}) } }
    : { person: person ?? { lastName: "" } };
  const list = name ? "business" : "private";
  return {
    ...identity,
    roles: { customer: {} },
    addresses: { billing: [readAddress(given)] },
    ...(email ? { emailAddresses: { [list]: [email] } } : {}),
    note: readOptionalText(given, "note") ?? "",
    archived: false,
  };
}

/**
 * The user edits name or addresses in Lexware. `email: null` removes the main address, `otherEmail` is an additional
 * one.
 */
export function changeDeskContact(world: World, contact: Contact, body: Fields): Contact {
  const change: Partial<Contact> = {};
  const name = readOptionalText(body, "name");
  if (name && contact.company) change.company = { ...contact.company, name };
  if (name && contact.person) {
    const words = name.split(" ");
    const lastName = words.pop() ?? name;
    change.person = { ...contact.person, lastName, firstName: words.join(" ") };
  }
  if (body.email !== undefined) {
    const email = body.email === null ? undefined : readOptionalText(body, "email");
    const list = contact.company ? "business" : "private";
    const { [list]: _replaced, ...others } = contact.emailAddresses ?? {};
    change.emailAddresses = email ? { ...others, [list]: [email] } : others;
  }
  const otherEmail = readOptionalText(body, "otherEmail");
  if (otherEmail) change.emailAddresses = { ...(change.emailAddresses ?? contact.emailAddresses), other: [otherEmail] };
  return changeContact(world, contact, change);
}

function readAddress(given: Fields) {
  return {
    street: readOptionalText(given, "street") ?? "Hauptstraße 1",
    zip: readOptionalText(given, "zip") ?? "01099",
    city: readOptionalText(given, "city") ?? "Dresden",
    countryCode: "DE",
  };
}
