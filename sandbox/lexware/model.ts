import type { Day } from "../kit/calendar";

/** The twin's records. Amounts are integer cents, days are calendar dates; answers are converted to Lexware's form. */
export interface Organisation {
  id: string;
  name: string;
  createdAt: string;
  user: { id: string; name: string; email: string };
  taxType: "net" | "gross" | "vatfree";
  nextInvoiceNumber: number;
  nextCreditNoteNumber: number;
  nextContactNumber: number;
  /** The last day of the closed period: nothing can be booked on it or before. */
  closedUntil: Day | null;
}

export interface Connection {
  id: string;
  organisationId: string;
  name: string;
  scopes: string[];
  status: "active" | "revoked";
  refreshToken: string | null;
  accessToken: string | null;
  /** Twin time in ms at which the access token ends. */
  accessEndsAt: number;
  createdAt: string;
  integration: { status: string; version: number };
}

export interface AuthCode {
  code: string;
  organisationId: string;
  connectionName: string;
  scopes: string[];
  redirectUri: string;
  challenge: string;
  endsAt: number;
}

export interface ContactPerson {
  salutation?: string;
  firstName?: string;
  lastName: string;
  primary?: boolean;
  emailAddress?: string;
  phoneNumber?: string;
}

export interface Address {
  supplement?: string;
  street?: string;
  zip?: string;
  city?: string;
  countryCode: string;
}

export interface Contact {
  id: string;
  organisationId: string;
  version: number;
  roles: { customer?: { number: number }; vendor?: { number: number } };
  company?: {
    name: string;
    taxNumber?: string;
    vatRegistrationId?: string;
    allowTaxFreeInvoices?: boolean;
    contactPersons?: ContactPerson[];
  };
  person?: { salutation?: string; firstName?: string; lastName: string };
  addresses?: { billing?: Address[]; shipping?: Address[] };
  xRechnung?: { buyerReference?: string; vendorNumberAtCustomer?: string };
  emailAddresses?: Partial<Record<"business" | "office" | "private" | "other", string[]>>;
  phoneNumbers?: Partial<Record<"business" | "office" | "mobile" | "private" | "fax" | "other", string[]>>;
  note?: string;
  archived: boolean;
  createdAt: string;
  updatedAt: string;
  /** The language of documents to this contact; the contact API does not show it. */
  language: "de" | "en";
}

export interface ContactBankAccount {
  id: string;
  contactId: string;
  accountHolder: string;
  bankName: string;
  iban: string;
  bic: string;
}

export const VOUCHER_TYPES = [
  "invoice",
  "downpaymentinvoice",
  "creditnote",
  "orderconfirmation",
  "quotation",
  "deliverynote",
  "salesinvoice",
  "salescreditnote",
  "purchaseinvoice",
  "purchasecreditnote",
] as const;
export type VoucherType = (typeof VOUCHER_TYPES)[number];

export type VoucherStatus =
  | "draft"
  | "open"
  | "paid"
  | "paidoff"
  | "voided"
  | "transferred"
  | "sepadebit"
  | "unchecked";

export interface LineItem {
  type: "custom" | "service" | "material" | "text";
  id?: string;
  name: string;
  description?: string;
  quantity?: number;
  unitName?: string;
  unitPrice?: { currency: "EUR"; netAmount: number; grossAmount: number; taxRatePercentage: number };
  discountPercentage?: number;
  lineItemAmount?: number;
}

export interface PaymentTerm {
  label: string;
  template: string;
  days: number;
  discount?: { percentage: number; days: number };
}

export interface PaymentItem {
  type:
    | "partPaymentFinancialTransaction"
    | "partPaymentCreditNote"
    | "manualPayment"
    | "cashDiscount"
    | "irrecoverableReceivable";
  day: Day;
  cents: number;
  transactionId?: string;
}

export interface Deduction {
  id: string;
  title: string;
  number: string;
  date: Day;
  receivedCents: number;
  receivedNetCents: number;
  taxRate: number;
}

export interface Voucher {
  id: string;
  organisationId: string;
  type: VoucherType;
  status: VoucherStatus;
  /** null for drafts: a document gets its number when it is finalised. */
  number: string | null;
  date: Day;
  dueDate: Day | null;
  createdAt: string;
  updatedAt: string;
  version: number;
  archived: boolean;
  language: string;
  /** null for a one-time or collective customer. */
  contactId: string | null;
  contactName: string;
  address: Partial<Address> & { contactPerson?: string };
  taxType: string;
  totalCents: number;
  netCents: number;
  taxes: { rate: number; netCents: number; taxCents: number }[];
  lines: LineItem[];
  term: PaymentTerm | null;
  shipping: { shippingDate?: string; shippingEndDate?: string; shippingType: string };
  title: string;
  introduction: string;
  remark: string;
  profile: "NONE" | "EN16931" | "XRechnung";
  related: { id: string; voucherNumber: string | null; voucherType: VoucherType }[];
  payments: PaymentItem[];
  paidDay: Day | null;
  deductions: Deduction[] | null;
  closingInvoiceId: string | null;
}

export interface Hint {
  voucherId: string;
  organisationId: string;
  externalReference?: string;
  endToEndId?: string;
}

export interface FinanceAccount {
  id: string;
  organisationId: string;
  type: string;
  name: string;
  accountSystem: string;
  bankName: string | null;
  accountHolder: string | null;
  iban: string | null;
  bic: string | null;
  balanceCents: number;
  externalReference: string | null;
  lockVersion: number;
  createdAt: string;
  updatedAt: string;
}

export interface Transaction {
  id: string;
  organisationId: string;
  accountId: string;
  cents: number;
  feeCents: number | null;
  feeTaxRatePercentage: number | null;
  feePostingCategoryId: string | null;
  valueDate: string;
  bookingDate: string;
  purpose: string;
  bookingText: string | null;
  additionalInfo: string | null;
  recipientOrSenderName: string | null;
  recipientOrSenderIban: string | null;
  recipientOrSenderBic: string | null;
  recipientOrSenderEmail: string | null;
  externalReference: string | null;
  endToEndId: string | null;
  ignore: boolean;
  ignoreReason: string | null;
  lockVersion: number;
  createdAt: string;
  updatedAt: string;
  assignments: { voucherId: string; cents: number }[];
  /** A match that waits for the user (assignment mode "confirm"). */
  proposedVoucherId: string | null;
  /** Vouchers whose assignment the user undid; a hint does not assign this transaction to them again. */
  refusedVoucherIds: string[];
}

export interface PaymentCondition {
  id: string;
  organisationId: string;
  isDefault: boolean;
  template: string;
  days: number;
  discount?: { percentage: number; days: number };
}

export interface Subscription {
  id: string;
  organisationId: string;
  connectionId: string;
  eventType: string;
  callbackUrl: string;
  createdAt: string;
}

export interface Settings {
  assignment: "auto" | "confirm";
  privateKeyPem: string;
  publicKeyPem: string;
}
