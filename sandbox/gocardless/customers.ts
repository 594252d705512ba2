import { ReplyError } from "../kit/http";
import { type Call, owned, type ResourceApi } from "./api";
import { errorReply, invalidType, validationFailed } from "./errors";
import { allowOnly, type Fields, metadataOf, optionalText } from "./fields";
import { listReply } from "./lists";
import { endMandate, isUsable } from "./mandate-life";
import type { Customer, Person } from "./records";
import { newId, nowIso, type World } from "./world";

const AT = "/customers";
export const PERSON_FIELDS = [
  "given_name",
  "family_name",
  "company_name",
  "email",
  "address_line1",
  "address_line2",
  "address_line3",
  "city",
  "region",
  "postal_code",
  "country_code",
] as const;
const FIELDS = [
  ...PERSON_FIELDS,
  "language",
  "phone_number",
  "metadata",
  "danish_identity_number",
  "swedish_identity_number",
];
const LANGUAGES = ["en", "fr", "de", "pt", "es", "it", "nl", "da", "nb", "sl", "sv"];

export function customerRoutes(world: World, api: ResourceApi): void {
  api.create((call) => {
    allowOnly(call.fields, FIELDS, AT);
    const customer = createCustomer(world, call.organisation, personFrom(call.fields, AT), call.fields);
    requireName(customer);
    world.records.customers.put(customer.id, customer);
    return { id: customer.id, shown: showCustomer(customer) };
  });
  api.list((call) => list(world, call));
  api.get((call) => showCustomer(present(world, call)));
  api.update((call) => {
    const customer = present(world, call);
    allowOnly(call.fields, FIELDS, AT);
    const changed = { ...customer, ...pick(personFrom(call.fields, AT), call.fields) };
    if (call.fields.metadata !== undefined) changed.metadata = metadataOf(call.fields, AT);
    if (call.fields.language !== undefined) changed.language = languageOf(call.fields);
    if (call.fields.phone_number !== undefined) changed.phone_number = optionalText(call.fields, "phone_number", AT);
    requireName(changed);
    world.records.customers.put(customer.id, changed);
    return showCustomer(changed);
  });
  api.remove((call) => {
    const customer = present(world, call);
    for (const mandate of world.records.mandates.filter((one) => one.customer === customer.id && isUsable(one))) {
      endMandate(world, mandate, "cancelled", { origin: "api", cause: "mandate_cancelled" });
    }
    world.records.customers.put(customer.id, { ...customer, removed: true });
  });
}

/** Returns the customer; a removed customer cannot be loaded any more (status and reason are guessed). */
function present(world: World, call: Call): Customer {
  const customer = owned(world.records.customers, call);
  if (!customer.removed) return customer;
  const message = "The data of this customer has been removed";
  throw new ReplyError(errorReply(410, "invalid_state", message, [{ reason: "customer_data_removed", message }]));
}

export function createCustomer(world: World, organisation: string, person: Person, fields: Fields = {}): Customer {
  return {
    id: newId("CU"),
    organisation,
    created_at: nowIso(world),
    ...person,
    language: languageOf(fields),
    phone_number: optionalText(fields, "phone_number", AT),
    metadata: metadataOf(fields, AT),
    removed: false,
  };
}

function languageOf(fields: Fields): string {
  const language = optionalText(fields, "language", AT) ?? "de";
  if (!LANGUAGES.includes(language)) throw validationFailed(`${AT}/language`, "is not included in the list");
  return language;
}

export function personFrom(fields: Fields, at: string): Person {
  const person = Object.fromEntries(
    PERSON_FIELDS.map((name) => [name, optionalText(fields, name, at, 255)]),
  ) as unknown as Person;
  if (person.email !== null && !isEmail(person.email)) throw validationFailed(`${at}/email`, "is invalid");
  if (person.country_code !== null && !/^[A-Z]{2}$/.test(person.country_code)) {
    throw validationFailed(`${at}/country_code`, "must be an ISO 3166-1 alpha-2 code");
  }
  return person;
}

export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text);
}

/** Keeps only the fields that the caller named: an update leaves the others unchanged. */
function pick(person: Person, named: Fields): Partial<Person> {
  return Object.fromEntries(Object.entries(person).filter(([name]) => name in named));
}

function requireName(customer: Person): void {
  if (customer.company_name || (customer.given_name && customer.family_name)) return;
  throw invalidType(`${AT}/company_name`, "company_name, or given_name and family_name, is required");
}

export function nameOf(person: Pick<Person, "company_name" | "given_name" | "family_name">): string {
  return person.company_name ?? [person.given_name, person.family_name].filter(Boolean).join(" ");
}

export function showCustomer(customer: Customer): Record<string, unknown> {
  const { organisation: _organisation, removed: _removed, ...shown } = customer;
  return { ...shown, swedish_identity_number: null, danish_identity_number: null };
}

function list(world: World, call: Call): ReturnType<typeof listReply> {
  return listReply(call, {
    name: "customers",
    docs: world.records.customers.filter((one) => one.organisation === call.organisation && !one.removed),
    idOf: (customer) => customer.id,
    filters: {
      currency: (_customer, wanted) => wanted === "EUR",
      action_required: (_customer, wanted) => wanted === "false",
    },
    ranges: { created_at: (customer) => customer.created_at },
    sorts: {
      name: (customer) => nameOf(customer),
      company_name: (customer) => customer.company_name ?? "",
      created_at: (customer) => customer.created_at,
    },
    show: showCustomer,
  });
}
