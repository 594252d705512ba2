import { addDays } from "../kit/calendar";
import { openClient } from "./clients";
import { DEMO_CONTACTS, DEMO_INVOICES, type DemoInvoice } from "./demo-records";
import { addContact, addEmail } from "./desk-contacts";
import { createDeskInvoice } from "./desk-invoices";
import { cancel, openCents, remind, settle } from "./invoice-life";
import type { Client, Invoice } from "./model";
import { berlinInstant, stableApiKey, type World } from "./world";

/** Opens the demo's account; its key is the same in every sandbox. */
export function openDemoClient(world: World): Client {
  return openClient(world, { name: "Werkstatt Lindenhof GmbH", apiKey: stableApiKey("demo") });
}

/**
 * Creates contacts and invoices of every kind that the product must tell apart. Dates are relative to the clock's
 * today.
 */
export function layDemo(world: World, client: Client): void {
  const ids = new Map<string, string>();
  for (const { key, email, parent, privateEmail, ...seed } of DEMO_CONTACTS) {
    const parentId = parent ? (ids.get(parent) ?? null) : null;
    const names = { name: seed.name ?? null, firstName: seed.firstName ?? null, lastName: seed.lastName ?? null };
    const contact = addContact(world, client, { ...seed, ...names, parentId, email: email ?? null });
    if (privateEmail) addEmail(world, contact, privateEmail, "1", !email);
    ids.set(key, contact.id);
  }
  for (const seed of DEMO_INVOICES) layInvoice(world, client, ids, seed);
}

function layInvoice(world: World, client: Client, ids: Map<string, string>, seed: DemoInvoice): void {
  const today = world.today();
  const written = createDeskInvoice(world, client, {
    type: seed.type,
    contact: { id: ids.get(seed.contact) },
    amountCents: seed.cents,
    invoiceDate: addDays(today, seed.dated),
    dueDate: addDays(today, seed.due),
    description: seed.what,
    currency: seed.currency,
    discountPercent: seed.discount?.percent,
    discountDays: seed.discount?.days,
    isOldPartPaid: seed.isOldPartPaid,
    ...(seed.term === undefined ? {} : { paymentTermLabel: seed.term }),
  });
  const at = berlinInstant(new Date(`${written.date}T07:20:11.000Z`));
  const invoice = world.invoices.put(written.id, { ...written, createdAt: at, updatedAt: at });
  whatThen(world, invoice, seed);
}

function whatThen(world: World, invoice: Invoice, { after, due }: DemoInvoice): void {
  if (!after) return;
  const day = addDays(world.today(), Math.min(due, -1));
  if (after === "pay") settle(world, invoice, { cents: openCents(invoice), day });
  else if (after === "void") cancel(world, invoice);
  else if (after === "remind") remind(world, invoice);
  else settle(world, invoice, { cents: after.partPay, day });
}
