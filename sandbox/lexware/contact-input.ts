import { type Fields, isFields } from "../kit/fields";
import type { ContactInput } from "./contacts";
import type { Address, Contact, ContactPerson } from "./model";
import { type Issue, refuseLegacy } from "./replies";

const EMAIL_LISTS = ["business", "office", "private", "other"] as const;
const PHONE_LISTS = ["business", "office", "mobile", "private", "fax", "other"] as const;

/** Reads the body of a contact to create or update; throws a 406 in the legacy form with all issues found. */
export function readContact(body: Fields): ContactInput {
  const issues: Issue[] = [];
  const input: ContactInput = { ...readIdentity(body, issues), roles: readRoles(body.roles, issues), archived: false };
  const billing = readAddresses(body, "billing", issues);
  const shipping = readAddresses(body, "shipping", issues);
  if (billing || shipping) input.addresses = { ...(billing ? { billing } : {}), ...(shipping ? { shipping } : {}) };
  input.emailAddresses = readLists(body.emailAddresses, "emailAddresses", EMAIL_LISTS, issues);
  input.phoneNumbers = readLists(body.phoneNumbers, "phoneNumbers", PHONE_LISTS, issues);
  for (const address of Object.values(input.emailAddresses ?? {}).flat())
    if (!/^[^\s@]+@[^\s@]+$/.test(address)) add(issues, "invalid_value", "emailAddresses");
  if (body.note !== undefined) {
    if (typeof body.note !== "string" || body.note.length > 1_000) add(issues, "invalid_value", "note");
    else input.note = body.note;
  }
  if (isFields(body.xRechnung)) input.xRechnung = body.xRechnung as NonNullable<Contact["xRechnung"]>;
  if (issues.length > 0) refuseLegacy(406, issues);
  return input;
}

function readIdentity(body: Fields, issues: Issue[]): Pick<ContactInput, "company" | "person"> {
  const { company, person } = body;
  if (isFields(company) === isFields(person)) {
    add(issues, isFields(company) ? "invalid_value" : "missing_entity", "company_or_person");
    return {};
  }
  if (isFields(person)) {
    if (typeof person.lastName !== "string" || person.lastName === "") add(issues, "missing_entity", "person.lastName");
    if (typeof person.salutation === "string" && person.salutation.length > 25)
      add(issues, "invalid_value", "person.salutation");
    return { person: person as unknown as NonNullable<Contact["person"]> };
  }
  const fields = company as Fields;
  if (typeof fields.name !== "string" || fields.name.trim() === "") add(issues, "missing_entity", "company.name");
  const persons = fields.contactPersons;
  if (persons !== undefined && !Array.isArray(persons)) add(issues, "invalid_value", "company.contactPersons");
  if (Array.isArray(persons)) {
    if (persons.length > 1) add(issues, "invalid_value", "company.contactPersons");
    for (const one of persons as ContactPerson[])
      if (typeof one?.lastName !== "string" || one.lastName === "")
        add(issues, "missing_entity", "company.contactPersons.lastName");
  }
  return { company: fields as unknown as NonNullable<Contact["company"]> };
}

function readRoles(roles: unknown, issues: Issue[]): ContactInput["roles"] {
  const read: ContactInput["roles"] = {};
  if (isFields(roles)) {
    if (isFields(roles.customer)) read.customer = roles.customer;
    if (isFields(roles.vendor)) read.vendor = roles.vendor;
  }
  if (!read.customer && !read.vendor) add(issues, "missing_entity", "roles");
  return read;
}

function readAddresses(body: Fields, kind: "billing" | "shipping", issues: Issue[]): Address[] | undefined {
  const list = isFields(body.addresses) ? body.addresses[kind] : undefined;
  if (list === undefined) return undefined;
  if (!Array.isArray(list) || list.length > 1) {
    add(issues, "invalid_value", `addresses.${kind}`);
    return undefined;
  }
  for (const address of list as Partial<Address>[])
    if (!/^[A-Z]{2}$/.test(address?.countryCode ?? "")) add(issues, "missing_entity", `addresses.${kind}.countryCode`);
  return list as Address[];
}

/** Reads lists of texts by kind; the API takes at most one entry in each. */
function readLists<K extends string>(
  value: unknown,
  source: string,
  kinds: readonly K[],
  issues: Issue[],
): Partial<Record<K, string[]>> | undefined {
  if (!isFields(value)) return undefined;
  const read: Partial<Record<K, string[]>> = {};
  for (const kind of kinds) {
    const list = value[kind];
    if (list === undefined) continue;
    if (!Array.isArray(list) || list.length > 1 || list.some((one) => typeof one !== "string"))
      add(issues, "invalid_value", `${source}.${kind}`);
    else read[kind] = list as string[];
  }
  return read;
}

function add(issues: Issue[], i18nKey: string, source: string): void {
  issues.push({ i18nKey, source, type: "validation_failure" });
}
