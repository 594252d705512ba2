import { type Fields, isFields } from "../kit/fields";
import { nameOf } from "./contacts";
import type { Call } from "./gate";
import { isDateTime, textOrNull } from "./input";
import type { LineItem, PaymentTerm, Voucher } from "./model";
import { type Detail, refuseInvalid } from "./replies";
import type { World } from "./world";

const TAX_TYPES = [
  "net",
  "gross",
  "vatfree",
  "intraCommunitySupply",
  "constructionService13b",
  "externalService13b",
  "thirdPartyCountryService",
  "thirdPartyCountryDelivery",
  "photovoltaicEquipment",
];
const SHIPPING_TYPES = ["service", "serviceperiod", "delivery", "deliveryperiod", "none"];
const LINE_TYPES = ["service", "material", "custom", "text"];

export type InvoiceInput = Pick<
  Voucher,
  | "language"
  | "contactId"
  | "contactName"
  | "address"
  | "taxType"
  | "totalCents"
  | "netCents"
  | "taxes"
  | "lines"
  | "term"
  | "shipping"
  | "title"
  | "introduction"
  | "remark"
> & { voucherDate: string };

/** Reads the body of an invoice; 406 with every violation found. Totals are computed, not read from the body. */
export function readInvoice(world: World, call: Call, body: Fields): InvoiceInput {
  const details: Detail[] = [];
  const wrong = (field: string, message: string, violation = "INVALID") => details.push({ violation, field, message });
  if (!isDateTime(body.voucherDate))
    wrong("voucherDate", "fehlt oder hat nicht das Format yyyy-MM-dd'T'HH:mm:ss.SSSXXX");
  const taxType = isFields(body.taxConditions) ? String(body.taxConditions.taxType) : "";
  if (!TAX_TYPES.includes(taxType)) wrong("taxConditions.taxType", "darf nicht leer sein", "NOTNULL");
  if (!isFields(body.totalPrice) || body.totalPrice.currency !== "EUR") wrong("totalPrice.currency", "nur EUR");
  for (const [field, most] of [
    ["title", 25],
    ["introduction", 2_000],
    ["remark", 2_000],
  ] as const)
    if ((textOrNull(body[field])?.length ?? 0) > most) wrong(field, `höchstens ${most} Zeichen`, "SIZE");
  const input = {
    voucherDate: String(body.voucherDate),
    language: textOrNull(body.language) ?? "de",
    ...readAddress(world, call, body.address, wrong),
    taxType,
    ...readLines(body.lineItems, taxType, wrong),
    term: readTerm(world, call, body.paymentConditions),
    shipping: readShipping(body.shippingConditions, wrong),
    title: textOrNull(body.title) ?? "Rechnung",
    introduction: textOrNull(body.introduction) ?? "",
    remark: textOrNull(body.remark) ?? "",
  };
  if (details.length > 0) refuseInvalid(world, call.request, details);
  return input;
}

type Wrong = (field: string, message: string, violation?: string) => void;

function readAddress(
  world: World,
  call: Call,
  address: unknown,
  wrong: Wrong,
): Pick<Voucher, "contactId" | "contactName" | "address"> {
  const none = { contactId: null, contactName: "", address: {} };
  if (!isFields(address)) {
    wrong("address", "darf nicht leer sein", "NOTNULL");
    return none;
  }
  const contactId = textOrNull(address.contactId);
  if (contactId !== null) {
    const contact = world.contacts.get(contactId);
    if (contact?.organisationId !== call.organisation.id) {
      wrong("address.contactId", "Kontakt nicht gefunden");
      return none;
    }
    return {
      contactId,
      contactName: nameOf(contact),
      address: contact.addresses?.billing?.[0] ?? { countryCode: "DE" },
    };
  }
  const name = textOrNull(address.name);
  if (name === null) wrong("address.name", "darf nicht leer sein", "NOTNULL");
  const countryCode = textOrNull(address.countryCode);
  if (countryCode === null) wrong("address.countryCode", "darf nicht leer sein", "NOTNULL");
  const given: Voucher["address"] = { countryCode: countryCode ?? "DE" };
  for (const field of ["supplement", "street", "zip", "city"] as const) {
    const value = textOrNull(address[field]);
    if (value !== null) given[field] = value;
  }
  return { contactId: null, contactName: name ?? "", address: given };
}

function readLines(
  items: unknown,
  taxType: string,
  wrong: Wrong,
): Pick<Voucher, "lines" | "totalCents" | "netCents" | "taxes"> {
  const list = Array.isArray(items) ? items : [];
  if (list.length < 1 || list.length > 300) wrong("lineItems", "zwischen 1 und 300 Positionen", "SIZE");
  const lines = list.flatMap((item, i) => readLine(item, i, taxType, wrong) ?? []);
  const byRate = new Map<number, number>();
  for (const line of lines) {
    if (line.type === "text") continue;
    const rate = line.unitPrice?.taxRatePercentage ?? 0;
    byRate.set(rate, (byRate.get(rate) ?? 0) + Math.round((line.lineItemAmount ?? 0) * 100));
  }
  const taxes = [...byRate].map(([rate, cents]) => {
    const netCents = taxType === "gross" ? Math.round((cents * 100) / (100 + rate)) : cents;
    const taxCents = taxType === "gross" ? cents - netCents : Math.round((cents * rate) / 100);
    return { rate, netCents, taxCents };
  });
  const netCents = taxes.reduce((sum, tax) => sum + tax.netCents, 0);
  const totalCents = taxes.reduce((sum, tax) => sum + tax.netCents + tax.taxCents, 0);
  return { lines, taxes, netCents, totalCents };
}

function readLine(item: unknown, index: number, taxType: string, wrong: Wrong): LineItem | undefined {
  const at = `lineItems[${index}]`;
  if (!isFields(item) || !LINE_TYPES.includes(String(item.type))) {
    wrong(`${at}.type`, "unbekannter Positionstyp");
    return undefined;
  }
  const name = textOrNull(item.name);
  if (name === null) wrong(`${at}.name`, "darf nicht leer sein", "NOTNULL");
  const line: LineItem = { type: item.type as LineItem["type"], name: name ?? "" };
  if (typeof item.description === "string") line.description = item.description;
  if (line.type === "text") return line;
  const price = isFields(item.unitPrice) ? item.unitPrice : {};
  const rate = price.taxRatePercentage;
  if (typeof rate !== "number") wrong(`${at}.unitPrice.taxRatePercentage`, "darf nicht leer sein", "NOTNULL");
  if (price.currency !== "EUR") wrong(`${at}.unitPrice.currency`, "nur EUR");
  const given = taxType === "gross" ? price.grossAmount : price.netAmount;
  if (typeof given !== "number")
    wrong(`${at}.unitPrice.${taxType === "gross" ? "grossAmount" : "netAmount"}`, "darf nicht leer sein", "NOTNULL");
  if (typeof item.quantity !== "number") wrong(`${at}.quantity`, "darf nicht leer sein", "NOTNULL");
  const unit = Number(given) || 0;
  const percent = Number(rate) || 0;
  const discountPercentage = Number(item.discountPercentage ?? 0);
  const netAmount = taxType === "gross" ? Math.round((unit * 10_000) / (1 + percent / 100)) / 10_000 : unit;
  const grossAmount = taxType === "gross" ? unit : Math.round(unit * (1 + percent / 100) * 10_000) / 10_000;
  line.quantity = Number(item.quantity);
  line.unitName = textOrNull(item.unitName) ?? "Stück";
  line.unitPrice = { currency: "EUR", netAmount, grossAmount, taxRatePercentage: percent };
  line.discountPercentage = discountPercentage;
  line.lineItemAmount = Math.round(unit * line.quantity * (1 - discountPercentage / 100) * 100) / 100;
  return line;
}

/** Returns the payment condition; without conditions in the body the organisation's default applies. */
function readTerm(world: World, call: Call, conditions: unknown): PaymentTerm | null {
  if (!isFields(conditions)) {
    const standard = world.conditions.find((one) => one.organisationId === call.organisation.id && one.isDefault);
    if (!standard) return null;
    const { template, days, discount } = standard;
    return { label: template, template, days, ...(discount ? { discount } : {}) };
  }
  const label = textOrNull(conditions.paymentTermLabel) ?? textOrNull(conditions.paymentTermLabelTemplate) ?? "";
  const template = textOrNull(conditions.paymentTermLabelTemplate) ?? label;
  const discount = isFields(conditions.paymentDiscountConditions) ? conditions.paymentDiscountConditions : undefined;
  return {
    label,
    template,
    days: Number(conditions.paymentTermDuration ?? 0),
    ...(discount
      ? { discount: { percentage: Number(discount.discountPercentage), days: Number(discount.discountRange) } }
      : {}),
  };
}

function readShipping(conditions: unknown, wrong: Wrong): Voucher["shipping"] {
  if (!isFields(conditions) || !SHIPPING_TYPES.includes(String(conditions.shippingType))) {
    wrong("shippingConditions.shippingType", "darf nicht leer sein", "NOTNULL");
    return { shippingType: "none" };
  }
  const shippingType = String(conditions.shippingType);
  if (shippingType === "none") return { shippingType };
  if (!isDateTime(conditions.shippingDate)) wrong("shippingConditions.shippingDate", "darf nicht leer sein", "NOTNULL");
  return { shippingType, shippingDate: String(conditions.shippingDate) };
}
