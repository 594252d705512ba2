import type { CommunicationWay, Contact, ContactAddress, PaymentMethod } from "./model";
import type { World } from "./world";

/** Returns a reference: it always has both parts, the id as a text. */
export function ref(objectName: string, id: string): { id: string; objectName: string } {
  return { id, objectName };
}

/** The countries of the demo data; sevdesk's own list has some 250. */
const COUNTRIES = [
  { id: "1", code: "de", name: "Deutschland", nameEn: "Germany" },
  { id: "2", code: "at", name: "Österreich", nameEn: "Austria" },
  { id: "3", code: "ch", name: "Schweiz", nameEn: "Switzerland" },
];

export function showCountry(id: string): Record<string, unknown> {
  const country = COUNTRIES.find((one) => one.id === id) ?? COUNTRIES[0];
  return { ...country, objectName: "StaticCountry", additionalInformation: null, locale: "de", priority: "100" };
}

export function showContact(world: World, contact: Contact, withParent = false): Record<string, unknown> {
  const parent = contact.parentId ? world.contacts.get(contact.parentId) : undefined;
  return {
    id: contact.id,
    objectName: "Contact",
    additionalInformation: null,
    create: contact.createdAt,
    update: contact.updatedAt,
    name: contact.name,
    status: "1000",
    customerNumber: contact.customerNumber,
    parent: parent ? (withParent ? showContact(world, parent) : ref("Contact", parent.id)) : null,
    surename: contact.firstName,
    familyname: contact.lastName,
    titel: null,
    category: ref("Category", "3"),
    description: null,
    academicTitle: null,
    gender: null,
    sevClient: ref("SevClient", contact.clientId),
    name2: null,
    birthday: null,
    vatNumber: null,
    bankAccount: contact.iban,
    bankNumber: contact.bic,
    defaultCashbackTime: null,
    defaultCashbackPercent: null,
    defaultTimeToPay: contact.timeToPay === null ? null : String(contact.timeToPay),
    taxNumber: null,
    taxOffice: null,
    exemptVat: "0",
    defaultDiscountAmount: null,
    defaultDiscountPercentage: "0",
    buyerReference: null,
    governmentAgency: "0",
  };
}

export function showWay(way: CommunicationWay): Record<string, unknown> {
  return {
    id: way.id,
    objectName: "CommunicationWay",
    additionalInformation: null,
    create: way.createdAt,
    update: way.updatedAt,
    contact: ref("Contact", way.contactId),
    type: way.type,
    value: way.value,
    key: ref("CommunicationWayKey", way.keyId),
    main: way.isMain ? "1" : "0",
    sevClient: ref("SevClient", way.clientId),
  };
}

export function showAddress(address: ContactAddress, withCountry: boolean): Record<string, unknown> {
  return {
    id: address.id,
    objectName: "ContactAddress",
    additionalInformation: null,
    create: address.createdAt,
    update: address.updatedAt,
    contact: ref("Contact", address.contactId),
    street: address.street,
    zip: address.zip,
    city: address.city,
    country: withCountry ? showCountry(address.countryId) : ref("StaticCountry", address.countryId),
    category: ref("Category", "47"),
    name: null,
    sevClient: ref("SevClient", address.clientId),
    name2: null,
    name3: null,
    name4: null,
  };
}

export function showMethod(method: PaymentMethod): Record<string, unknown> {
  return {
    id: method.id,
    objectName: "PaymentMethod",
    additionalInformation: null,
    create: method.createdAt,
    update: method.updatedAt,
    name: method.name,
    text: method.text,
    translationCode: null,
  };
}
