import { addDays } from "../kit/calendar";
import { deskRefuse, readCents, readOptionalDay, readOptionalText } from "../kit/desk-input";
import type { Fields } from "../kit/fields";
import { methodFor, takeInvoiceNumber } from "./clients";
import { contactFor } from "./desk-contacts";
import { positionsFor } from "./invoice-life";
import type { Client, Contact, Invoice, InvoiceStatus, InvoiceType } from "./model";
import type { World } from "./world";

/** The invoices that the control panel can create, by the body field `type`. */
const KINDS: Record<string, { type: InvoiceType; status: InvoiceStatus }> = {
  invoice: { type: "RE", status: 200 },
  draft: { type: "RE", status: 100 },
  advance: { type: "AR", status: 200 },
  partial: { type: "TR", status: 200 },
  final: { type: "ER", status: 200 },
  series: { type: "WKR", status: 50 },
};

/**
 * The supplier writes an invoice. Null for `paymentTermLabel` or `dueDate` means no payment method or no days to pay.
 */
export function createDeskInvoice(world: World, client: Client, body: Fields): Invoice {
  const kind = KINDS[readOptionalText(body, "type") ?? "invoice"];
  if (!kind) return deskRefuse(422, `type must be one of ${Object.keys(KINDS).join(", ")}`);
  const cents = readCents(body);
  const dueDate = readOptionalDay(body, "dueDate");
  const today = world.today();
  const date = readOptionalDay(body, "invoiceDate") ?? (dueDate !== undefined && dueDate < today ? dueDate : today);
  const contact = body.contact === null ? null : contactFor(world, client, body.contact);
  const label = readOptionalText(body, "paymentTermLabel");
  const isDraft = kind.status === 100;
  const stamp = world.stamp(client.id);
  const invoice: Invoice = {
    ...stamp,
    ...kind,
    number: isDraft ? null : (readOptionalText(body, "number") ?? takeInvoiceNumber(world, client.id)),
    contactId: contact?.id ?? null,
    date,
    timeToPay: body.dueDate === null ? null : daysOf(date, dueDate ?? addDays(date, 14)),
    discountPercent: typeof body.discountPercent === "number" ? body.discountPercent : 0,
    discountDays: typeof body.discountDays === "number" ? body.discountDays : 0,
    currency: readOptionalText(body, "currency") ?? "EUR",
    positions: positionsFor(world, readOptionalText(body, "description") ?? "Leistung laut Auftrag", cents),
    totalCents: cents,
    deductedCents: kind.type === "ER" ? deductFor(world, client, contact) : 0,
    paidCents: 0,
    writtenOffCents: 0,
    payDate: null,
    paymentMethodId: methodOf(world, client, body, label),
    footText: label ? `<p>${label}</p>` : null,
    address: addressOf(world, contact),
    sentAt: isDraft ? null : stamp.createdAt,
    sendType: isDraft ? null : "VM",
    dunningLevel: null,
    originId: null,
    enshrinedAt: null,
    isOldPartPaid: body.isOldPartPaid === true,
  };
  return world.invoices.put(invoice.id, invoice);
}

export function daysOf(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** Returns what a final invoice deducts: the contact's advance and partial invoices. */
function deductFor(world: World, client: Client, contact: Contact | null): number {
  return world.invoices
    .filter(
      (one) =>
        one.clientId === client.id &&
        one.contactId === contact?.id &&
        (one.type === "AR" || one.type === "TR") &&
        one.status !== 500,
    )
    .reduce((total, one) => total + one.totalCents, 0);
}

function methodOf(world: World, client: Client, body: Fields, label: string | undefined): string | null {
  if (body.paymentTermLabel === null) return null;
  if (label !== undefined) return methodFor(world, client, label).id;
  return world.methods.find((one) => one.clientId === client.id)?.id ?? null;
}

function addressOf(world: World, contact: Contact | null): string {
  if (!contact) return "Laufkundschaft";
  const parent = contact.parentId ? world.contacts.get(contact.parentId) : undefined;
  const person = [contact.firstName, contact.lastName].filter(Boolean).join(" ");
  const address = world.addresses.find((one) => one.contactId === contact.id);
  const place = address ? [address.street, `${address.zip} ${address.city}`] : [];
  return [contact.name ?? parent?.name, person, ...place].filter(Boolean).join("\n");
}
