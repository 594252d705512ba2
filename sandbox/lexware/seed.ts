import { addDays, berlinDateTime } from "../kit/calendar";
import { keepNewContact } from "./contacts";
import { DeskContacts, readDeskContact } from "./desk-contacts";
import { createDeskVoucher } from "./desk-invoices";
import type { Organisation, Voucher } from "./model";
import { addCondition, createOrganisation } from "./organisations";
import {
  DEFAULT_SEED_TERM,
  SEED_CONTACTS,
  SEED_DOCUMENTS,
  type SeedContact,
  type SeedDocument,
} from "./seed-documents";
import { openCents } from "./voucher-amounts";
import { addPayment, creditVoucher, voidVoucher } from "./voucher-life";
import { stableId, type World } from "./world";

export const DEMO_ORGANISATION_ID = "3f6c1b90-52d1-4d0c-8f36-0a4be0b7c1d2";

/**
 * Creates the demo organisation with every kind of document that the product must tell apart. Dates are relative to the
 * clock's today.
 */
export function seedDemo(world: World): void {
  const organisation = createOrganisation(world, "Werkstatt Lindenhof GmbH", {
    id: DEMO_ORGANISATION_ID,
    createdAt: "2025-11-03T10:12:44.000+01:00",
    user: { id: "a1c7e0d4-0f4e-4a52-9a4b-77c1f5f1b002", name: "Frieda Brandt", email: "f.brandt@lindenhof.example" },
    nextInvoiceNumber: 1041,
  });
  addCondition(world, {
    organisationId: organisation.id,
    isDefault: false,
    template:
      "Einzug per SEPA-Lastschrift nach {paymentRange} Tagen, {discount} % Skonto bei Einzug nach {discountRange} Tagen.",
    days: 14,
    discount: { percentage: 2, days: 7 },
  });
  for (const contact of SEED_CONTACTS) seedContact(world, organisation, contact);
  const contacts = new DeskContacts(world, organisation, true);
  for (const document of SEED_DOCUMENTS) seedDocument(world, organisation, contacts, document);
}

function seedContact(world: World, organisation: Organisation, seed: SeedContact): void {
  const { key, street, zip, city, language, ...person } = seed;
  const input = readDeskContact({ ...person });
  input.addresses = { billing: [{ street, zip, city, countryCode: "DE" }] };
  keepNewContact(
    world,
    organisation.id,
    input,
    { id: stableId(`contact:${key}`), ...(language ? { language } : {}) },
    true,
  );
}

function seedDocument(world: World, organisation: Organisation, contacts: DeskContacts, seed: SeedDocument): void {
  const today = world.today();
  const body = {
    type: seed.type ?? "invoice",
    contact: seed.contact === null ? null : { id: stableId(`contact:${seed.contact}`) },
    amountCents: seed.cents,
    voucherDate: addDays(today, seed.dated),
    dueDate: addDays(today, seed.due),
    paymentTermLabel: seed.term ?? DEFAULT_SEED_TERM,
    description: seed.what,
    ...(seed.discount ? { discount: seed.discount } : {}),
  };
  const fixed = { id: stableId(`voucher:${seed.key}`), isSilent: true };
  const voucher = createDeskVoucher(world, organisation, contacts, body, fixed);
  const written = world.vouchers.put(voucher.id, { ...voucher, ...writtenAt(seed, today) });
  whatThen(world, written, seed);
}

/** Returns times on the document's own day, because it was not written when the demo data was created. */
function writtenAt(seed: SeedDocument, today: string): Pick<Voucher, "createdAt" | "updatedAt"> {
  const day = addDays(today, seed.dated);
  return {
    createdAt: berlinDateTime(new Date(`${day}T07:20:11.000Z`)),
    updatedAt: berlinDateTime(new Date(`${day}T07:21:40.000Z`)),
  };
}

function whatThen(world: World, voucher: Voucher, { after, due }: SeedDocument): void {
  if (!after) return;
  const paidDay = addDays(world.today(), Math.min(due, -1));
  if ("pay" in after) addPayment(world, voucher, { type: "manualPayment", day: paidDay, cents: openCents(voucher) });
  else if ("partPay" in after)
    addPayment(world, voucher, { type: "manualPayment", day: paidDay, cents: after.partPay });
  else if ("credit" in after) creditVoucher(world, voucher, after.credit);
  else voidVoucher(world, voucher);
}
