import { deskRefuse, readOptionalText } from "../kit/desk-input";
import { type Fields, isFields } from "../kit/fields";
import { takeCustomerNumber } from "./clients";
import type { Client, CommunicationWay, Contact } from "./model";
import type { World } from "./world";

/**
 * Returns or creates a contact: a firm by `name`, a person by `lastName`, and by both a person of that firm. The firm
 * has the postal and e-mail addresses.
 */
export function contactFor(world: World, client: Client, given: unknown): Contact {
  if (!isFields(given)) return deskRefuse(422, "contact must be an object with a name or a lastName");
  const id = readOptionalText(given, "id");
  if (id !== undefined) {
    const contact = world.contacts.get(id);
    return contact?.clientId === client.id ? contact : deskRefuse(404, `no contact ${id} in ${client.name}`);
  }
  const name = readOptionalText(given, "name");
  const lastName = readOptionalText(given, "lastName");
  if (!name && !lastName) return deskRefuse(422, "contact needs a name or a lastName");
  const email = given.email === null ? null : readOptionalText(given, "email");
  const known = world.contacts.find(
    (one) =>
      one.clientId === client.id &&
      (lastName ? one.lastName === lastName : one.name === name) &&
      (email === undefined || emailOf(world, one) === email),
  );
  if (known) return known;
  const firm = name && lastName ? contactFor(world, client, { name }) : undefined;
  return addContact(world, client, {
    ...given,
    name: lastName ? null : (name ?? null),
    firstName: readOptionalText(given, "firstName") ?? null,
    lastName: lastName ?? null,
    parentId: firm?.id ?? null,
    email: email ?? null,
  });
}

/** Stores a contact with one address, and its e-mail address as the one for invoices. */
export function addContact(
  world: World,
  client: Client,
  given: Pick<Contact, "name" | "firstName" | "lastName" | "parentId"> & {
    email: string | null;
    street?: unknown;
    zip?: unknown;
    city?: unknown;
    iban?: unknown;
  },
): Contact {
  const { name, firstName, lastName, parentId, email } = given;
  const stamp = world.stamp(client.id);
  const contact = world.contacts.put(stamp.id, {
    ...stamp,
    ...{ name, firstName, lastName, parentId },
    customerNumber: takeCustomerNumber(world, client.id),
    iban: typeof given.iban === "string" ? given.iban : null,
    bic: null,
    timeToPay: 14,
  });
  const at = world.stamp(client.id);
  world.addresses.put(at.id, {
    ...at,
    contactId: contact.id,
    street: textOr(given.street, "Hauptstraße 1"),
    zip: textOr(given.zip, "01099"),
    city: textOr(given.city, "Dresden"),
    countryId: "1",
  });
  if (email) addEmail(world, contact, email, "8", true);
  return contact;
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === "string" ? value : fallback;
}

export function addEmail(world: World, contact: Contact, email: string, keyId: string, isMain: boolean): void {
  const stamp = world.stamp(contact.clientId);
  world.ways.put(stamp.id, { ...stamp, contactId: contact.id, type: "EMAIL", value: email, keyId, isMain });
}

/** Returns the address for invoices, as the control panel shows it. */
export function emailOf(world: World, contact: Contact): string | null {
  return emailAmong(world.ways.filter((one) => one.contactId === contact.id));
}

/**
 * Returns the same for all contacts at once: searching all addresses for each of ten thousand contacts would take
 * minutes.
 */
export function emailsOf(world: World): (contact: Contact) => string | null {
  const ways = new Map<string, CommunicationWay[]>();
  for (const one of world.ways.all()) ways.set(one.contactId, [...(ways.get(one.contactId) ?? []), one]);
  return (contact) => emailAmong(ways.get(contact.id) ?? []);
}

function emailAmong(ways: CommunicationWay[]): string | null {
  const emails = ways.filter((one) => one.type === "EMAIL");
  return (emails.find((one) => one.keyId === "8") ?? emails[0])?.value ?? null;
}

/** The supplier edits a contact: its name, or the address for invoices (`email: null` removes all addresses). */
export function changeContact(world: World, contact: Contact, body: Fields): Contact {
  if (body.email !== undefined) {
    for (const way of world.ways.filter((one) => one.contactId === contact.id)) world.ways.delete(way.id);
    const email = body.email === null ? undefined : readOptionalText(body, "email");
    if (email) addEmail(world, contact, email, "8", true);
  }
  const name = readOptionalText(body, "name");
  const change = name === undefined ? {} : contact.name === null ? { lastName: name } : { name };
  return world.contacts.put(contact.id, { ...contact, ...change, updatedAt: world.now() });
}
