/** Answers of Lexware as its documents print them (reference lexware-office.md), for tests of mapping and paging. */
export const VOUCHER = {
  id: "b8f1c2d4-1f0a-4a3f-8b7e-5d1a2f9c0e77",
  voucherType: "invoice",
  voucherStatus: "overdue",
  voucherNumber: "RE1047",
  voucherDate: "2026-08-01T00:00:00.000+02:00",
  createdDate: "2026-08-01T09:20:11.000+02:00",
  updatedDate: "2026-08-01T09:21:40.000+02:00",
  dueDate: "2026-08-15T00:00:00.000+02:00",
  contactId: "c0a1f8b2-93f5-4d4f-b1f1-2f1f0b9e7d10",
  contactName: "Bäckerei Sonnenschein KG",
  totalAmount: 297.5,
  openAmount: 297.5,
  currency: "EUR",
  archived: false,
};

export const INVOICE = {
  id: "b8f1c2d4-1f0a-4a3f-8b7e-5d1a2f9c0e77",
  organizationId: "3f6c1b90-52d1-4d0c-8f36-0a4be0b7c1d2",
  createdDate: "2026-08-01T09:20:11.000+02:00",
  updatedDate: "2026-08-01T09:21:40.000+02:00",
  version: 1,
  language: "de",
  archived: false,
  voucherStatus: "open",
  voucherNumber: "RE1047",
  voucherDate: "2026-08-01T00:00:00.000+02:00",
  dueDate: "2026-08-15T00:00:00.000+02:00",
  address: {
    contactId: "c0a1f8b2-93f5-4d4f-b1f1-2f1f0b9e7d10",
    name: "Bäckerei Sonnenschein KG",
    city: "Dresden",
    countryCode: "DE",
  },
  totalPrice: { currency: "EUR", totalNetAmount: 250.0, totalGrossAmount: 297.5, totalTaxAmount: 47.5 },
  paymentConditions: {
    paymentTermLabel: "Der Betrag wird per Lastschrift eingezogen.",
    paymentTermLabelTemplate: "Der Betrag wird per Lastschrift eingezogen.",
    paymentTermDuration: 14,
    paymentDiscountConditions: { discountPercentage: 2, discountRange: 7 },
  },
  closingInvoice: false,
  relatedVouchers: [],
};

export const CLOSING_INVOICE = {
  ...INVOICE,
  closingInvoice: true,
  claimedGrossAmount: 1190.0,
  downPaymentDeductions: [
    { id: "0b9d7a50-7f6f-4ef2-9d63-4c7f4a1c3a01", voucherType: "downpaymentinvoice", receivedGrossAmount: 2380.0 },
  ],
  totalPrice: { currency: "EUR", totalNetAmount: 3000.0, totalGrossAmount: 3570.0, totalTaxAmount: 570.0 },
};

export const BOOK_VOUCHER = {
  id: "d3a0f1aa-0000-4000-8000-000000000001",
  type: "salesinvoice",
  voucherStatus: "open",
  voucherNumber: "SHOP-2026-0815",
  voucherDate: "2026-09-02T00:00:00.000+02:00",
  dueDate: "2026-09-16T00:00:00.000+02:00",
  totalGrossAmount: 119.0,
  useCollectiveContact: false,
  contactId: "c0a1f8b2-93f5-4d4f-b1f1-2f1f0b9e7d10",
  contactName: "Bäckerei Sonnenschein KG",
  remark: "Bestellung 815",
  updatedDate: "2026-09-02T10:00:00.000+02:00",
};

export const CONTACT = {
  id: "c0a1f8b2-93f5-4d4f-b1f1-2f1f0b9e7d10",
  organizationId: "3f6c1b90-52d1-4d0c-8f36-0a4be0b7c1d2",
  version: 3,
  roles: { customer: { number: 10042 } },
  company: {
    name: "Bäckerei Sonnenschein KG",
    contactPersons: [
      {
        salutation: "Frau",
        firstName: "Jana",
        lastName: "Sommer",
        primary: true,
        emailAddress: "jana@baeckerei.example",
      },
    ],
  },
  addresses: { billing: [{ street: "Ahornweg 4", zip: "01099", city: "Dresden", countryCode: "DE" }] },
  emailAddresses: { business: ["rechnung@baeckerei.example"] },
  archived: false,
};

/** Returns one page of a list in Lexware's form. */
export function lexwarePage<T>(
  content: T[],
  page: { number?: number; last?: boolean; totalElements?: number; numberOfElements?: number } = {},
) {
  return {
    content,
    first: !page.number,
    last: true,
    totalPages: 1,
    totalElements: content.length,
    numberOfElements: content.length,
    size: 250,
    number: 0,
    ...page,
  };
}
