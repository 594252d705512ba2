import type { Deduction, LineItem, Voucher } from "./model";
import { receivedCents } from "./voucher-amounts";
import { newId, type World } from "./world";

/** Returns an empty document; callers fill in what they need. */
export function emptyVoucher(world: World, organisationId: string): Voucher {
  const at = world.now();
  return {
    ...linesFor("Leistung", 0, 19),
    id: newId(),
    organisationId,
    type: "invoice",
    status: "open",
    number: null,
    date: world.today(),
    dueDate: null,
    createdAt: at,
    updatedAt: at,
    version: 1,
    archived: false,
    language: "de",
    contactId: null,
    contactName: "",
    address: { countryCode: "DE" },
    taxType: "net",
    term: null,
    shipping: { shippingType: "none" },
    title: "Rechnung",
    introduction: "Unsere Leistungen stellen wir wie folgt in Rechnung.",
    remark: "Vielen Dank für die gute Zusammenarbeit.",
    profile: "NONE",
    related: [],
    payments: [],
    paidDay: null,
    deductions: null,
    closingInvoiceId: null,
  };
}

/** Returns the amounts of a document with one line over the whole gross amount, for control panel and demo data. */
export function linesFor(
  name: string,
  grossCents: number,
  rate: number,
): Pick<Voucher, "lines" | "totalCents" | "netCents" | "taxes"> {
  const netCents = Math.round((grossCents * 100) / (100 + rate));
  const line: LineItem = {
    type: "custom",
    name,
    quantity: 1,
    unitName: "Stück",
    unitPrice: { currency: "EUR", netAmount: netCents / 100, grossAmount: grossCents / 100, taxRatePercentage: rate },
    discountPercentage: 0,
    lineItemAmount: netCents / 100,
  };
  const taxes = [{ rate, netCents, taxCents: grossCents - netCents }];
  return { lines: [line], totalCents: grossCents, netCents, taxes };
}

/** Returns a deduction of a closing invoice: what the down payment has brought so far. */
export function deductionFor(downPayment: Voucher, index: number): Deduction {
  const received = receivedCents(downPayment);
  return {
    id: downPayment.id,
    title: `${index + 1}. Abschlagsrechnung`,
    number: downPayment.number ?? "",
    date: downPayment.date,
    receivedCents: received,
    receivedNetCents: Math.round((received * 100) / 119),
    taxRate: 19,
  };
}
