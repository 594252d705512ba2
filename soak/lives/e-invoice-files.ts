import type { CustomerId } from "@/lib/auth/scope";
import { today } from "@/lib/core/time/clock";
import type { Day } from "@/lib/core/time/dates";
import { saveSettings } from "@/lib/e-invoices/settings/mutations";
import { storeFile } from "@/lib/e-invoices/tray/mutations";
import { E_INVOICE_DETAILS, type SeededSupplier } from "@/prisma/seed/suppliers";
import { ciiInvoice, type InvoiceFacts, ublInvoice } from "../../test/e-invoices";
import { note, type Story, type WrittenInvoice, written } from "../oracle/story";
import { contactOf, stamp } from "./command";
import type { Stage } from "./stage";

const SELLER = E_INVOICE_DETAILS.vatId;

/** Makes e-invoices the accounting system of a supplier. */
export async function chooseEInvoices({ customerId, actor }: SeededSupplier): Promise<void> {
  await saveSettings(customerId, E_INVOICE_DETAILS, actor);
}

/** The supplier's program writes an invoice, and the supplier uploads it; some invoices in two formats. */
export async function writeFile(
  { supplier }: Stage,
  story: Story,
  { email, cents, dueDate }: { email: string; cents: number; dueDate: Day },
): Promise<void> {
  const number = `RE-${story.invoices.length + 1}`;
  const at = stamp();
  for (const xml of invoiceFiles({ number, email, cents, dueDate })) await upload(supplier.seeded.customerId, xml);
  story.invoices.push(written(at, { id: number, number, owed: cents, payer: email, dueDate }));
}

/** Returns the files of an invoice: one, or two of different formats. */
export function invoiceFiles({
  number,
  email,
  cents,
  ...more
}: {
  number: string;
  email: string;
  cents: number;
} & InvoiceFacts): string[] {
  const facts = { ...factsOf(email, cents), number, ...more };
  return cents % 3 === 0 ? [ublInvoice(facts), ciiInvoice(facts)] : [ublInvoice(facts)];
}

/** Returns the file of a credit over a part of an invoice. */
export function creditOf(invoice: WrittenInvoice, part: number): string {
  const email = invoice.payers.at(-1)?.value ?? "";
  const number = `GS-${invoice.number}-${invoice.owed.length}`;
  const facts = { ...factsOf(email, part), number, typeCode: "381", preceding: [invoice.number] };
  return ublInvoice(facts, "CreditNote");
}

/** Uploads a credit over a part of an invoice. @returns false if nothing of it is owed any more */
export async function creditFile({ supplier }: Stage, invoice: WrittenInvoice, cents: number): Promise<boolean> {
  const owed = invoice.owed.at(-1)?.value ?? 0;
  if (owed <= 0) return false;
  const [at, part] = [stamp(), Math.min(owed, cents)];
  await upload(supplier.seeded.customerId, creditOf(invoice, part));
  note(invoice.owed, at, owed - part);
  return true;
}

/** Uploads a file by direct debit that must never be collected. */
export async function uploadBill(
  { supplier }: Stage,
  kind: "purchaseinvoice" | "salescreditnote" | "purchasecreditnote",
  { email, cents }: { email: string; cents: number },
): Promise<void> {
  const facts = { ...factsOf(email, cents), number: `${kind}-${stamp()}` };
  if (kind === "salescreditnote")
    await upload(supplier.seeded.customerId, ublInvoice({ ...facts, typeCode: "381" }, "CreditNote"));
  else if (kind === "purchaseinvoice")
    await upload(supplier.seeded.customerId, ciiInvoice({ ...facts, sellerVatId: "DE999999999" }));
  else await upload(supplier.seeded.customerId, ciiInvoice({ ...facts, typeCode: "389" }));
}

function factsOf(email: string, cents: number): InvoiceFacts {
  const amount = (cents / 100).toFixed(2);
  return {
    ...{ issueDate: today(), total: amount, payable: amount, sellerVatId: SELLER, means: ["59"] },
    ...{ mandate: undefined, creditorId: undefined, debtorIban: undefined, buyerVatId: undefined },
    ...{ buyerId: email.slice(0, email.indexOf("@")), buyerName: contactOf(email).name, buyerEmail: email },
  };
}

/** Uploads a file, as a person does on the page of e-invoices. */
export async function upload(customerId: CustomerId, xml: string): Promise<void> {
  await storeFile(customerId, { name: "invoice.xml", bytes: Buffer.from(xml) }, { via: "upload", userName: "Frieda" });
}
