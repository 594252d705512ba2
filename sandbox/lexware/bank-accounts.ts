import type { Fields } from "../kit/fields";
import { changeContact, contactOf, issue } from "./contacts";
import type { Call, Gate } from "./gate";
import { readObject } from "./input";
import type { Contact, ContactBankAccount } from "./model";
import { actionResult, type Issue, refuseLegacy } from "./replies";
import { newId, type World } from "./world";

const PATH = "/v1/contacts/:id/bankaccounts";

/** Adds the routes for bank accounts of a contact (partner only). Their version is the contact's. */
export function addBankAccounts(world: World, gate: Gate): void {
  gate.on("GET", PATH, "contacts.bankaccounts.read", (call) => {
    const contact = contactOf(world, call);
    const accounts = world.bankAccounts.filter((account) => account.contactId === contact.id);
    return { status: 200, body: accounts.map((account) => show(account, contact)) };
  });
  gate.on("POST", PATH, "contacts.bankaccounts.write", (call) => {
    const input = readAccount(world, call);
    const contact = changeContact(world, contactOf(world, call), {});
    const id = newId();
    const account = world.bankAccounts.put(id, { ...input, id, contactId: contact.id });
    return { status: 201, body: result(call, contact, account) };
  });
  gate.on("GET", `${PATH}/:accountId`, "contacts.bankaccounts.read", (call) => ({
    status: 200,
    body: show(accountOf(world, call), contactOf(world, call)),
  }));
  gate.on("PUT", `${PATH}/:accountId`, "contacts.bankaccounts.write", (call) => {
    const before = accountOf(world, call);
    const input = readAccount(world, call);
    const contact = changeContact(world, contactOf(world, call), {});
    const account = world.bankAccounts.put(before.id, { ...before, ...input });
    return { status: 200, body: result(call, contact, account) };
  });
  gate.on("DELETE", `${PATH}/:accountId`, "contacts.bankaccounts.write", (call) => {
    world.bankAccounts.delete(accountOf(world, call).id);
    changeContact(world, contactOf(world, call), {});
    return { status: 204 };
  });
}

function accountOf(world: World, call: Call): ContactBankAccount {
  const contact = contactOf(world, call);
  const account = world.bankAccounts.get(call.request.params.accountId ?? "");
  if (account?.contactId !== contact.id) return refuseLegacy(404, [issue("not_found", "bankAccountId")]);
  return account;
}

function readAccount(world: World, call: Call): Omit<ContactBankAccount, "id" | "contactId"> {
  const contact = contactOf(world, call);
  const body = readObject(world, call.request);
  const issues: Issue[] = [];
  const text = (name: string): string => {
    const value = body[name];
    if (typeof value !== "string" || value === "") issues.push(issue("missing_entity", name));
    return typeof value === "string" ? value : "";
  };
  const account = {
    accountHolder: text("accountHolder"),
    bankName: text("bankName"),
    iban: text("iban"),
    bic: text("bic"),
  };
  if (account.iban && !isIban(account.iban)) issues.push(issue("invalid_value", "iban"));
  if (isStale(body, contact)) issues.push(issue("invalid_value", "version"));
  if (issues.length > 0) refuseLegacy(406, issues);
  return account;
}

function isStale(body: Fields, contact: Contact): boolean {
  return body.version !== undefined && body.version !== contact.version;
}

function show(account: ContactBankAccount, contact: Contact): Record<string, unknown> {
  const { contactId: _contactId, ...rest } = account;
  return { ...rest, version: contact.version };
}

function result(call: Call, contact: Contact, account: ContactBankAccount): Record<string, unknown> {
  const path = `/v1/contacts/${contact.id}/bankaccounts`;
  return actionResult(call.request, path, { ...contact, id: account.id });
}

function isIban(text: string): boolean {
  const iban = text.replace(/\s/g, "");
  if (!/^[A-Z]{2}(?!00|01|99)\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}
