import { ReplyError, type TwinRequest } from "../kit/http";
import { readContact } from "./contact-input";
import type { Call, Gate } from "./gate";
import { readObject } from "./input";
import type { Contact } from "./model";
import { takeContactNumber } from "./organisations";
import { pageOf } from "./paging";
import { actionResult, refuseLegacy } from "./replies";
import { encodeHtml } from "./voucherlist";
import { newId, type World } from "./world";

const PATH = "/v1/contacts";

export function addContacts(world: World, gate: Gate): void {
  gate.on("GET", PATH, "contacts.read", ({ request, organisation }) => {
    const matches = readFilter(request);
    const hits = world.contacts.filter((contact) => contact.organisationId === organisation.id && matches(contact));
    hits.sort((a, b) => nameOf(a).localeCompare(nameOf(b), "de") || (a.id < b.id ? -1 : 1));
    return { status: 200, body: pageOf(world, request, hits, { property: "name", direction: "ASC" }, showContact) };
  });
  gate.on("GET", `${PATH}/:id`, "contacts.read", (call) => ({
    status: 200,
    body: showContact(contactOf(world, call)),
  }));
  gate.on("POST", PATH, "contacts.write", ({ request, organisation }) => {
    const body = readObject(world, request);
    if (body.version !== 0) refuseLegacy(406, [issue("invalid_value", "version")]);
    const contact = keepNewContact(world, organisation.id, readContact(body));
    return {
      status: 200,
      headers: { location: `${request.origin}${PATH}/${contact.id}` },
      body: actionResult(request, PATH, contact),
    };
  });
  gate.on("PUT", `${PATH}/:id`, "contacts.write", (call) => {
    const before = contactOf(world, call);
    const body = readObject(world, call.request);
    if (body.version !== before.version) refuseLegacy(406, [issue("invalid_value", "version")]);
    if (hasSeveralEntries(before)) refuseLegacy(406, [issue("invalid_value", "contact")]);
    const input = readContact(body);
    const contact = changeContact(world, before, { ...input, roles: mergeRoles(world, before, input.roles) });
    return { status: 200, body: actionResult(call.request, PATH, contact) };
  });
}

/** Returns the contact in the path; throws a 404 in the legacy form if it is unknown or another organisation's. */
export function contactOf(world: World, { request, organisation }: Call): Contact {
  const contact = world.contacts.get(request.params.id ?? "");
  if (contact?.organisationId !== organisation.id)
    throw new ReplyError({
      status: 404,
      body: { IssueList: [{ ...issue("not_found", "id"), additionalData: null, args: null }] },
    });
  return contact;
}

export type ContactInput = Omit<
  Contact,
  "id" | "organisationId" | "version" | "roles" | "createdAt" | "updatedAt" | "language"
> & {
  roles: { customer?: object; vendor?: object };
};

export function keepNewContact(
  world: World,
  organisationId: string,
  input: ContactInput,
  fixed: { id?: string; language?: "de" | "en" } = {},
  isSilent = false,
): Contact {
  const id = fixed.id ?? newId();
  const at = world.now();
  const roles: Contact["roles"] = {};
  if (input.roles.customer) roles.customer = { number: takeContactNumber(world, organisationId) };
  if (input.roles.vendor) roles.vendor = { number: takeContactNumber(world, organisationId) };
  const language = fixed.language ?? "de";
  const contact: Contact = { ...input, id, organisationId, version: 0, roles, createdAt: at, updatedAt: at, language };
  world.contacts.put(id, contact);
  if (!isSilent) world.emit(organisationId, "contact.created", id);
  return contact;
}

export function changeContact(world: World, contact: Contact, change: Partial<Contact>): Contact {
  const next = { ...contact, ...change, version: contact.version + 1, updatedAt: world.now() };
  world.contacts.put(next.id, next);
  world.emit(next.organisationId, "contact.changed", next.id);
  return next;
}

export function nameOf(contact: Contact): string {
  if (contact.company) return contact.company.name;
  return [contact.person?.firstName, contact.person?.lastName].filter(Boolean).join(" ");
}

export function emailsOf(contact: Contact): string[] {
  const persons = contact.company?.contactPersons ?? [];
  const own = contact.emailAddresses ?? {};
  const lists = [own.business, own.office, own.private, own.other].flatMap((list) => list ?? []);
  return [...lists, ...persons.flatMap((person) => (person.emailAddress ? [person.emailAddress] : []))];
}

/** Shows a contact. A GET contains no dates; only the result of an action does. */
function showContact(contact: Contact): Record<string, unknown> {
  const { createdAt: _created, updatedAt: _updated, language: _language, organisationId, ...rest } = contact;
  return { ...rest, organizationId: organisationId };
}

function readFilter(request: TwinRequest): (contact: Contact) => boolean {
  const { query } = request;
  const tests: ((contact: Contact) => boolean)[] = [];
  const email = query.get("email");
  if (email !== null) {
    const pattern = searchPattern(email, "email");
    tests.push((contact) => emailsOf(contact).some((address) => pattern.test(encodeHtml(address))));
  }
  const name = query.get("name");
  if (name !== null) {
    const pattern = searchPattern(name, "name");
    tests.push((contact) => pattern.test(encodeHtml(nameOf(contact))));
  }
  const number = query.get("number");
  if (number !== null) {
    if (!/^\d+$/.test(number)) refuseLegacy(400, [issue("invalid_value", "number")]);
    tests.push(({ roles }) => [roles.customer?.number, roles.vendor?.number].includes(Number(number)));
  }
  for (const role of ["customer", "vendor"] as const) {
    const wanted = query.get(role);
    if (wanted === null) continue;
    if (wanted !== "true" && wanted !== "false") refuseLegacy(400, [issue("invalid_value", role)]);
    tests.push((contact) => (contact.roles[role] !== undefined) === (wanted === "true"));
  }
  return (contact) => tests.every((test) => test(contact));
}

/**
 * Returns a pattern in which `_` and `%` are wildcards unless escaped, and which matches anywhere in the HTML-encoded
 * value.
 */
function searchPattern(text: string, source: string): RegExp {
  if (text.length < 3) refuseLegacy(400, [issue("invalid_value", source)]);
  const pattern = text.replace(/\\([_%])|([_%])|[.*+?^${}()|[\]\\]/g, (all, escaped?: string, wild?: string) => {
    if (escaped) return escaped;
    if (wild) return wild === "_" ? "." : ".*";
    return `\\${all}`;
  });
  return new RegExp(pattern, "iu");
}

function hasSeveralEntries(contact: Contact): boolean {
  const lists: (unknown[] | undefined)[] = [
    ...Object.values(contact.emailAddresses ?? {}),
    ...Object.values(contact.phoneNumbers ?? {}),
    contact.addresses?.billing,
    contact.addresses?.shipping,
    contact.company?.contactPersons,
  ];
  return lists.some((list) => (list?.length ?? 0) > 1);
}

function mergeRoles(world: World, before: Contact, asked: ContactInput["roles"]): Contact["roles"] {
  const roles: Contact["roles"] = {};
  for (const role of ["customer", "vendor"] as const)
    if (asked[role]) roles[role] = before.roles[role] ?? { number: takeContactNumber(world, before.organisationId) };
  return roles;
}

export function issue(i18nKey: string, source: string): { i18nKey: string; source: string; type: string } {
  return { i18nKey, source, type: "validation_failure" };
}
