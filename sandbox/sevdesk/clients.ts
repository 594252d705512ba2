import type { Client, PaymentMethod } from "./model";
import { newApiKey, type World } from "./world";

/** Texts of the invoices' payment methods. */
export const DIRECT_DEBIT_TERM = "Der Betrag wird per SEPA-Lastschrift eingezogen.";
export const TRANSFER_TERM = "Zahlbar per Überweisung.";

/** Opens an account with what every new account has: two payment methods, the bank account, the cash register. */
export function openClient(
  world: World,
  given: { name: string; apiKey?: string; user?: Omit<Client["user"], "id">; systemVersion?: Client["systemVersion"] },
): Client {
  const id = world.newId();
  const user = given.user ?? { firstName: "Frieda", lastName: "Brandt", email: "f.brandt@lindenhof.example" };
  const client = world.clients.put(id, {
    id,
    name: given.name,
    apiKey: given.apiKey ?? newApiKey(),
    user: { id: world.newId(), ...user },
    systemVersion: given.systemVersion ?? "2.0",
    nextInvoiceNumber: 1041,
    nextCustomerNumber: 10_001,
  });
  methodFor(world, client, DIRECT_DEBIT_TERM);
  methodFor(world, client, TRANSFER_TERM);
  for (const [name, type, number] of [
    ["Geschäftskonto", "online", "1800"],
    ["Kasse", "register", "1600"],
  ] as const) {
    const stamp = world.stamp(id);
    world.accounts.put(stamp.id, {
      ...stamp,
      name,
      type,
      importType: type === "online" ? "CSV" : null,
      iban: null,
      accountingNumber: number,
      isDefault: type === "online",
      isArchived: false,
    });
  }
  return client;
}

/** Returns the payment method of that name; creates it if there is none. */
export function methodFor(world: World, client: Client, name: string): PaymentMethod {
  const known = world.methods.find((one) => one.clientId === client.id && one.name === name);
  if (known) return known;
  const stamp = world.stamp(client.id);
  return world.methods.put(stamp.id, { ...stamp, name, text: `<p>${name}</p>` });
}

export function takeInvoiceNumber(world: World, clientId: string): string {
  const client = world.clients.get(clientId);
  if (!client) throw new Error(`no client ${clientId}`);
  world.clients.put(clientId, { ...client, nextInvoiceNumber: client.nextInvoiceNumber + 1 });
  return `RE-${client.nextInvoiceNumber}`;
}

export function takeCustomerNumber(world: World, clientId: string): string {
  const client = world.clients.get(clientId);
  if (!client) throw new Error(`no client ${clientId}`);
  world.clients.put(clientId, { ...client, nextCustomerNumber: client.nextCustomerNumber + 1 });
  return String(client.nextCustomerNumber);
}
