import { addBankAccount } from "./bank-accounts";
import { show as showBillingRequest } from "./billing-requests";
import { createCustomer, PERSON_FIELDS, personFrom, showCustomer } from "./customers";
import { DeskError, mandateFor, type On, openRequestFor, organisationFrom } from "./desk-targets";
import { type Fields, isObject, metadataOf } from "./fields";
import { germanIban, isIban, normaliseIban } from "./iban";
import {
  announceMandate,
  createMandate,
  emitMandate,
  endMandate,
  expireMandate,
  isUsable,
  replaceMandate,
  setMandateStatus,
  transferMandate,
  type Why,
} from "./mandate-life";
import { showMandate } from "./mandates";
import { creditorOf } from "./organisations";
import type { BillingRequest, Mandate, Person } from "./records";
import { signRequest } from "./signing";
import type { World } from "./world";

const WHATS = ["sign", "fail", "cancel", "expire", "transfer", "replace"];

export function deskMandateRoutes(world: World, on: On): void {
  on("/gocardless/mandates", (_request, body) => addForeignMandate(world, body));
  on("/gocardless/mandates/:id/:what", ({ params: { id = "", what = "" } }, body) => {
    if (!WHATS.includes(what)) throw new DeskError(404, `unknown: ${what}; one of ${WHATS.join(", ")}`);
    if (what === "sign") return sign(world, id, body);
    const mandate = mandateFor(world, id, body);
    if (!mandate) throw new DeskError(404, `no mandate ${id}, and no mandate of a payer with that e-mail`);
    if (!isUsable(mandate)) throw new DeskError(422, `mandate ${mandate.id} is ${mandate.status}: cannot ${what}`);
    const successor = change(world, mandate, what, body);
    const more = successor ? { newMandate: showMandate(world, successor) } : {};
    return { mandate: showMandate(world, mandate), ...more };
  });
}

function change(world: World, mandate: Mandate, what: string, body: Fields): Mandate | undefined {
  if (what === "fail") endMandate(world, mandate, "failed", bankWhy(body, "invalid_bank_details", "AC01"));
  if (what === "cancel") endMandate(world, mandate, "cancelled", bankWhy(body, "mandate_cancelled", "MD01"));
  if (what === "expire") expireMandate(world, mandate);
  if (what === "transfer") {
    const { organisation, customer } = mandate;
    const holder = world.records.bankAccounts.get(mandate.bankAccount)?.account_holder_name ?? "";
    const wanted = { organisation, customer, holder, iban: freshIban(world) };
    transferMandate(world, mandate, addBankAccount(world, wanted));
  }
  return what === "replace" ? replaceMandate(world, mandate) : undefined;
}

function bankWhy(body: Fields, cause: string, code: string): Why {
  const text = (value: unknown, usual: string) => (typeof value === "string" && value ? value : usual);
  return { origin: "bank", cause: text(body.cause, cause), reasonCode: text(body.code, code) };
}

/** Returns a test account of its own for each payer, counted up. */
function freshIban(world: World): string {
  return germanIban("37040044", String(532_014_000 + world.records.bankAccounts.size));
}

function ibanFrom(world: World, body: Fields): string {
  if (body.iban === undefined) return freshIban(world);
  const iban = normaliseIban(String(body.iban));
  if (!isIban(iban)) throw new DeskError(422, "iban is not valid");
  return iban;
}

/** The payer signs the newest open billing request, or gives the second signature that a mandate waits for. */
function sign(world: World, id: string, body: Fields): unknown {
  const request = openRequestFor(world, id, body);
  if (request) return signNow(world, request, id, body);
  const mandate = mandateFor(world, id, body);
  if (!mandate)
    throw new DeskError(404, `no open billing request and no mandate for ${id}: has the payer opened the link?`);
  if (!isUsable(mandate))
    throw new DeskError(422, `mandate ${mandate.id} is ${mandate.status} and nothing waits to be signed`);
  if (mandate.status === "pending_customer_approval") {
    setMandateStatus(world, mandate, "pending_submission");
    const why: Why = { origin: "customer", cause: "customer_approval_granted" };
    emitMandate(world, mandate, "customer_approval_granted", why);
  }
  return { mandate: showMandate(world, mandate) };
}

function signNow(world: World, request: BillingRequest, id: string, body: Fields): unknown {
  const flow = world.records.flows.filter((one) => one.billingRequest === request.id).at(-1);
  const known = request.customer ? world.records.customers.get(request.customer) : undefined;
  const email = flow?.prefilled_customer?.email ?? known?.email ?? (id.includes("@") ? id : "zahler@mail.example");
  const typed = { address_line1: "Testweg 1", postal_code: "10115", city: "Berlin", country_code: "DE", email };
  const person = { ...personFrom(typed, "/desk"), ...named(known), ...named(flow?.prefilled_customer) };
  // The name that the payer types, if the signing page knows none.
  if (!person.company_name && typeof body.name === "string") person.company_name = body.name;
  if (!person.company_name && !(person.given_name && person.family_name)) {
    Object.assign(person, {
      company_name: null,
      given_name: person.given_name ?? "Toni",
      family_name: person.family_name ?? "Tester",
    });
  }
  const mandate = signRequest(world, request, {
    person,
    iban: ibanFrom(world, body),
    language: flow?.language ?? "de",
  });
  return { mandate: showMandate(world, mandate), billingRequest: showBillingRequest(world, request) };
}

/** Returns only the fields that are set, to be merged over a fallback. */
function named(person: Partial<Person> | null | undefined): Partial<Person> {
  const set = PERSON_FIELDS.filter((name) => person?.[name]).map((name) => [name, person?.[name]]);
  return Object.fromEntries(set) as Partial<Person>;
}

/** Creates a mandate as another tool of the merchant would: the app only sees that it exists. */
function addForeignMandate(world: World, body: Fields): unknown {
  const organisation = organisationFrom(world, body).id;
  const wanted = isObject(body.customer) ? body.customer : {};
  const text = (name: string) => (typeof wanted[name] === "string" && wanted[name] ? wanted[name] : undefined);
  const [given, ...family] = (text("name") ?? "").split(" ");
  const person = personFrom(
    {
      company_name: text("companyName") ?? (text("givenName") || family.length > 0 ? undefined : text("name")),
      given_name: text("givenName") ?? (text("companyName") || family.length === 0 ? undefined : given),
      family_name: text("familyName") ?? (text("companyName") || family.length === 0 ? undefined : family.join(" ")),
      email: text("email"),
      country_code: "DE",
    },
    "/customer",
  );
  if (!person.company_name && !(person.given_name && person.family_name)) {
    throw new DeskError(422, "customer needs companyName, name, or givenName and familyName");
  }
  const customer = createCustomer(world, organisation, person);
  world.records.customers.put(customer.id, customer);
  const holder = person.company_name ?? `${person.given_name} ${person.family_name}`;
  const account = addBankAccount(world, { organisation, customer: customer.id, holder, iban: ibanFrom(world, body) });
  const mandate = createMandate(world, {
    organisation,
    creditor: creditorOf(world, organisation).id,
    customer: customer.id,
    bankAccount: account.id,
    reference: null,
    metadata: metadataOf(body, ""),
  });
  announceMandate(world, mandate);
  return { mandate: showMandate(world, mandate), customer: showCustomer(customer) };
}
