import { addDays, type Day } from "../kit/calendar";
import { deskRefuse, readCents, readOptionalDay, readOptionalText } from "../kit/desk-input";
import { type Fields, isFields } from "../kit/fields";
import type { DeskContacts } from "./desk-contacts";
import { findVoucher } from "./desk-input";
import type { Contact, Organisation, PaymentTerm, Voucher, VoucherStatus, VoucherType } from "./model";
import { deductionFor, emptyVoucher, linesFor } from "./new-voucher";
import { takeCreditNoteNumber, takeInvoiceNumber } from "./organisations";
import { keepNewVoucher } from "./voucher-life";
import type { World } from "./world";

/** The documents that the control panel can create, by the body field `type`. */
const KINDS: Record<string, { type: VoucherType; status: VoucherStatus; title: string }> = {
  invoice: { type: "invoice", status: "open", title: "Rechnung" },
  draft: { type: "invoice", status: "draft", title: "Rechnung" },
  closing: { type: "invoice", status: "open", title: "Schlussrechnung" },
  downpaymentinvoice: { type: "downpaymentinvoice", status: "open", title: "Abschlagsrechnung" },
  creditnote: { type: "creditnote", status: "open", title: "Rechnungskorrektur" },
  quotation: { type: "quotation", status: "open", title: "Angebot" },
  salesinvoice: { type: "salesinvoice", status: "open", title: "Einnahmebeleg" },
  sepadebit: { type: "salesinvoice", status: "sepadebit", title: "Einnahmebeleg" },
  transferred: { type: "salesinvoice", status: "transferred", title: "Einnahmebeleg" },
  unchecked: { type: "salesinvoice", status: "unchecked", title: "Einnahmebeleg" },
  // Documents by which the organisation owes money.
  salescreditnote: { type: "salescreditnote", status: "open", title: "Einnahmeminderung" },
  purchaseinvoice: { type: "purchaseinvoice", status: "open", title: "Ausgabebeleg" },
  purchasecreditnote: { type: "purchasecreditnote", status: "open", title: "Ausgabenminderung" },
};

/** Writes a document as the user of an organisation would, with the fields that the control panel sends. */
export function createDeskVoucher(
  world: World,
  organisation: Organisation,
  contacts: DeskContacts,
  body: Fields,
  fixed: { id?: string; isSilent?: boolean } = {},
): Voucher {
  const kind = KINDS[readOptionalText(body, "type") ?? "invoice"];
  if (!kind) return deskRefuse(422, `type must be one of ${Object.keys(KINDS).join(", ")}`);
  const cents = readCents(body, "amountCents", body.allowOdd === true);
  const dueDate = readOptionalDay(body, "dueDate");
  const today = world.today();
  const date = readOptionalDay(body, "voucherDate") ?? (dueDate !== undefined && dueDate < today ? dueDate : today);
  const contact = contacts.find(body.contact);
  const isClosing = body.type === "closing";
  const base = emptyVoucher(world, organisation.id);
  const due = dueDate ?? addDays(date, 14);
  const voucher: Voucher = {
    ...base,
    ...linesFor(readOptionalText(body, "description") ?? "Leistung laut Auftrag", cents, 19),
    ...(fixed.id ? { id: fixed.id } : {}),
    type: kind.type,
    status: kind.status,
    title: kind.title,
    remark: readOptionalText(body, "remark") ?? base.remark,
    number: numberFor(world, organisation, kind, body),
    date,
    dueDate: kind.type === "creditnote" ? null : due,
    term: readTerm(world, organisation, body, date, due),
    shipping: { shippingType: "none" },
    ...addressee(contact),
  };
  if (!isClosing) return keepNewVoucher(world, voucher, fixed.isSilent);
  return keepClosing(world, voucher, body, fixed.isSilent);
}

/** Returns the addressee's fields of a document; null means the one-time customer. */
export function addressee(contact: Contact | null): Partial<Voucher> {
  if (!contact) return { contactId: null, contactName: "Laufkundschaft" };
  const person = contact.company?.contactPersons?.[0];
  const name = contact.company?.name ?? [contact.person?.firstName, contact.person?.lastName].filter(Boolean).join(" ");
  return {
    contactId: contact.id,
    contactName: name,
    language: contact.language,
    address: {
      ...(contact.addresses?.billing?.[0] ?? { countryCode: "DE" }),
      ...(person ? { contactPerson: [person.firstName, person.lastName].filter(Boolean).join(" ") } : {}),
    },
  };
}

function numberFor(
  world: World,
  organisation: Organisation,
  kind: { type: VoucherType; status: VoucherStatus },
  body: Fields,
): string | null {
  if (kind.status === "draft") return null;
  const given = readOptionalText(body, "number");
  if (given) return given;
  return kind.type === "creditnote"
    ? takeCreditNoteNumber(world, organisation)
    : takeInvoiceNumber(world, organisation);
}

/**
 * Returns the payment condition of a document, with its own copy of the label. The number of days follows from the two
 * dates.
 */
function readTerm(world: World, organisation: Organisation, body: Fields, date: Day, due: Day): PaymentTerm {
  const standard = world.conditions.find((one) => one.organisationId === organisation.id && one.isDefault);
  // Not trimmed: some tests need labels that almost match.
  const label = typeof body.paymentTermLabel === "string" ? body.paymentTermLabel : (standard?.template ?? "");
  const days = Math.round((Date.parse(due) - Date.parse(date)) / 86_400_000);
  const term = { label, template: label, days };
  if (!isFields(body.discount)) return term;
  const { percentage, days: discountDays } = body.discount;
  if (typeof percentage !== "number" || typeof discountDays !== "number")
    return deskRefuse(422, "discount needs percentage and days");
  return { ...term, discount: { percentage, days: discountDays } };
}

/**
 * Stores a closing invoice, which deducts what its down payments brought. Without `deductions` these are all open ones
 * of the contact.
 */
function keepClosing(world: World, voucher: Voucher, body: Fields, isSilent?: boolean): Voucher {
  const downPayments = Array.isArray(body.deductions)
    ? body.deductions.map((id) => findVoucher(world, String(id)))
    : world.vouchers.filter(
        (one) =>
          one.organisationId === voucher.organisationId &&
          one.type === "downpaymentinvoice" &&
          one.contactId === voucher.contactId &&
          one.status !== "voided" &&
          one.closingInvoiceId === null,
      );
  const kept = keepNewVoucher(world, { ...voucher, deductions: downPayments.map(deductionFor) }, isSilent);
  for (const downPayment of downPayments)
    world.vouchers.put(downPayment.id, { ...downPayment, closingInvoiceId: kept.id });
  return kept;
}
