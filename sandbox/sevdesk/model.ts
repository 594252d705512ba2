import type { Day } from "../kit/calendar";

/**
 * One sevdesk account (a SevClient), to which every other record belongs. Ids are numbers written as texts, as at
 * sevdesk.
 */
export interface Client {
  id: string;
  name: string;
  /** 32 hexadecimal characters; null once revoked. The key belongs to the user and ends with that user. */
  apiKey: string | null;
  user: { id: string; firstName: string; lastName: string; email: string };
  systemVersion: "1.0" | "2.0";
  nextInvoiceNumber: number;
  nextCustomerNumber: number;
}

interface Owned {
  id: string;
  clientId: string;
  /** Instants with the German offset and a precision of seconds. */
  createdAt: string;
  updatedAt: string;
}

export interface Contact extends Owned {
  /** An organisation has a name, a person a first and a last name. */
  name: string | null;
  firstName: string | null;
  lastName: string | null;
  parentId: string | null;
  customerNumber: string;
  iban: string | null;
  bic: string | null;
  timeToPay: number | null;
}

export interface ContactAddress extends Owned {
  contactId: string;
  street: string;
  zip: string;
  city: string;
  countryId: string;
}

export interface CommunicationWay extends Owned {
  contactId: string;
  type: "EMAIL" | "PHONE" | "WEB" | "MOBILE";
  value: string;
  /** 1 private, 2 work, 8 invoicing; the twin has no others. */
  keyId: string;
  isMain: boolean;
}

export interface PaymentMethod extends Owned {
  name: string;
  text: string;
}

export type InvoiceType = "RE" | "AR" | "TR" | "ER" | "SR" | "MA" | "WKR";
/** 50 series switched off, 100 draft, 200 open, 500 cancelled (guessed), 750 partly paid, 1000 paid. */
export type InvoiceStatus = 50 | 100 | 200 | 500 | 750 | 1000;

export interface Position {
  id: string;
  name: string;
  netCents: number;
  grossCents: number;
  taxRate: number;
}

export interface Invoice extends Owned {
  type: InvoiceType;
  status: InvoiceStatus;
  number: string | null;
  contactId: string | null;
  date: Day;
  timeToPay: number | null;
  discountPercent: number;
  discountDays: number;
  currency: string;
  positions: Position[];
  /** Gross, in the invoice's own currency. */
  totalCents: number;
  /** What a final invoice deducts for its advance and partial invoices. */
  deductedCents: number;
  paidCents: number;
  /** Written off when it was booked: discount, payment fees, other differences. */
  writtenOffCents: number;
  payDate: Day | null;
  paymentMethodId: string | null;
  footText: string | null;
  address: string;
  sentAt: string | null;
  sendType: "VPR" | "VPDF" | "VM" | "VP" | null;
  dunningLevel: number | null;
  originId: string | null;
  enshrinedAt: string | null;
  /** Partly paid before June 2024, when no status for it existed: stays 200. */
  isOldPartPaid: boolean;
}

export interface CheckAccount extends Owned {
  name: string;
  type: "online" | "offline" | "register";
  importType: "CSV" | "MT940" | null;
  iban: string | null;
  accountingNumber: string | null;
  isDefault: boolean;
  isArchived: boolean;
}

export interface Transaction extends Owned {
  accountId: string;
  valueDay: Day;
  entryDay: Day;
  cents: number;
  purpose: string | null;
  payerName: string | null;
  payerIban: string | null;
  payerBic: string | null;
  status: 100 | 200 | 300 | 350 | 400;
  links: { invoiceId: string; cents: number }[];
}

/** The result of one call of bookAmount: its answer, and what the ledger shows. */
export interface InvoiceLog extends Owned {
  invoiceId: string;
  transactionId: string;
  type: BookingType;
  fromStatus: InvoiceStatus;
  toStatus: InvoiceStatus;
  cents: number;
  day: Day;
}

export type BookingType = "FULL_PAYMENT" | "N" | "CB" | "CF" | "O" | "OF" | "MTC";
