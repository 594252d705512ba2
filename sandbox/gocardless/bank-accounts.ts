import { type Call, owned, type ResourceApi } from "./api";
import { invalidState, notFound } from "./errors";
import { allowOnly, linkId, type Metadata, metadataOf, requiredIban, requiredText } from "./fields";
import { bankOf } from "./iban";
import { listReply } from "./lists";
import { endMandate, isUsable } from "./mandate-life";
import type { BankAccount } from "./records";
import { newId, nowIso, type World } from "./world";

const AT = "/customer_bank_accounts";
const FIELDS = ["account_holder_name", "iban", "currency", "country_code", "account_type", "links", "metadata"];

export function bankAccountRoutes(world: World, api: ResourceApi): void {
  api.create((call) => create(world, call));
  api.list((call) => list(world, call));
  api.get((call) => showBankAccount(owned(world.records.bankAccounts, call)));
  api.update((call) => {
    const account = owned(world.records.bankAccounts, call);
    allowOnly(call.fields, ["metadata"], AT);
    account.metadata = metadataOf(call.fields, AT);
    world.records.bankAccounts.put(account.id, account);
    return showBankAccount(account);
  });
  api.action("disable", (call) => {
    const account = owned(world.records.bankAccounts, call);
    if (!account.enabled) throw invalidState("disable_failed", "The bank account is already disabled");
    disable(world, account);
    return { id: account.id, shown: showBankAccount(account) };
  });
}

function create(world: World, call: Call): { id: string; shown: unknown } {
  const { fields } = call;
  allowOnly(fields, FIELDS, AT);
  const holder = requiredText(fields, "account_holder_name", AT);
  const iban = requiredIban(fields, AT);
  const metadata = metadataOf(fields, AT);
  const customer = world.records.customers.get(linkId(fields, "customer", AT));
  if (!customer || customer.organisation !== call.organisation || customer.removed) throw notFound();
  const existing = accountWith(world, customer.id, iban);
  if (existing) {
    const message = "Bank account already exists";
    throw invalidState("bank_account_exists", message, { customer_bank_account: existing.id }, 409);
  }
  const account = addBankAccount(world, {
    organisation: call.organisation,
    customer: customer.id,
    holder,
    iban,
    metadata,
  });
  return { id: account.id, shown: showBankAccount(account) };
}

export function accountWith(world: World, customer: string, iban: string): BankAccount | undefined {
  return world.records.bankAccounts.find((one) => one.customer === customer && one.iban === iban && one.enabled);
}

export interface NewBankAccount {
  organisation: string;
  customer: string;
  holder: string;
  iban: string;
  metadata?: Metadata;
}

export function addBankAccount(world: World, wanted: NewBankAccount): BankAccount {
  const account: BankAccount = {
    id: newId("BA"),
    organisation: wanted.organisation,
    created_at: nowIso(world),
    customer: wanted.customer,
    account_holder_name: wanted.holder.toUpperCase(),
    iban: wanted.iban,
    enabled: true,
    metadata: wanted.metadata ?? {},
  };
  return world.records.bankAccounts.put(account.id, account);
}

function disable(world: World, account: BankAccount): void {
  account.enabled = false;
  world.records.bankAccounts.put(account.id, account);
  for (const mandate of world.records.mandates.filter((one) => one.bankAccount === account.id && isUsable(one))) {
    endMandate(world, mandate, "cancelled", { origin: "api", cause: "bank_account_closed" });
  }
}

/** Shows a bank account without its IBAN: answers contain only the last two digits. */
export function showBankAccount(account: BankAccount): Record<string, unknown> {
  return {
    id: account.id,
    created_at: account.created_at,
    account_holder_name: account.account_holder_name,
    account_number_ending: account.iban.slice(-2),
    account_type: null,
    bank_account_token: null,
    bank_name: bankOf(account.iban).name,
    country_code: account.iban.slice(0, 2),
    currency: "EUR",
    enabled: account.enabled,
    metadata: account.metadata,
    links: { customer: account.customer },
  };
}

function list(world: World, call: Call): ReturnType<typeof listReply> {
  return listReply(call, {
    name: "customer_bank_accounts",
    docs: world.records.bankAccounts.filter((account) => account.organisation === call.organisation),
    idOf: (account) => account.id,
    filters: {
      customer: (account, wanted) => account.customer === wanted,
      enabled: (account, wanted) => String(account.enabled) === wanted,
    },
    ranges: { created_at: (account) => account.created_at },
    show: showBankAccount,
  });
}
