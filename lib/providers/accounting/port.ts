import type { MailAddress } from "@/lib/core/formats/mail-address";
import type { Locale } from "@/lib/core/locales";
import type { Cents } from "@/lib/core/money/money";
import type { Day } from "@/lib/core/time/dates";

/** Kinds and statuses of documents, in our terms. */
export type DocumentKind = "invoice" | "down_payment" | "closing" | "voucher";
export type DocumentStatus = "draft" | "open" | "paid" | "voided" | "in_banking" | "deleted";

/** A row of a list of documents. It costs little to fetch and has the latest open amount. */
export interface DocumentEntry {
  externalId: string;
  /** The vendor's name for the kind, needed to read the document. */
  externalType: string;
  /** The kind according to the list; reading the document may correct it. */
  kind: DocumentKind;
  status: DocumentStatus;
  number: string;
  contactExternalId: string | null;
  contactName: string;
  voucherDate: Day;
  dueDate: Day;
  totalCents: Cents;
  openCents: Cents;
  /** See `OpenAmount`. */
  isOpenUnknown?: true;
  currency: string;
  isArchived: boolean;
  updatedAt: Date;
  /** The complete document, if the list includes it. Then no separate read is needed. */
  document?: AccountingDocument;
}

/** A document as read from its own endpoint, with fields that a list may lack. */
export interface AccountingDocument {
  externalId: string;
  externalType: string;
  kind: DocumentKind;
  status: DocumentStatus;
  number: string;
  contactExternalId: string | null;
  contactName: string;
  voucherDate: Day;
  dueDate: Day;
  totalCents: Cents;
  /** The total without tax; null if the accounting system does not state it. */
  netCents: Cents | null;
  currency: string;
  termLabel: string;
  discountPercent: number | null;
  discountDays: number | null;
  /** Language of the document and thus of its reader; null if the accounting system does not state it. */
  language: string | null;
  isArchived: boolean;
  /** Documents whose amounts this one deducts: the down payments of a closing invoice. */
  deductedIds: string[];
  /** Amount received by then for each of `deductedIds`, in the same order: only that much is deducted. */
  deductedCents: Cents[];
  /** The closing invoice that deducts this down payment. */
  closingExternalId: string | null;
  updatedAt: Date;
}

export interface OpenAmount {
  status: DocumentStatus;
  openCents: Cents;
  /** The accounting system does not state what is left after advance payments: `openCents` may be too high. */
  isOpenUnknown?: true;
}

export interface AccountingContact {
  externalId: string;
  companyName: string | null;
  firstName: string | null;
  lastName: string | null;
  /** The best address for a mandate request comes first. Every adapter reads its fields with `mailAddressesIn`. */
  emails: MailAddress[];
  street: string;
  zip: string;
  city: string;
  countryCode: string;
  isArchived: boolean;
}

export interface Page<T> {
  rows: T[];
  /** Undefined on the last page. */
  next?: string;
}

/** A document whose row has an unknown format, with the fields that could be read. */
export interface UnreadEntry {
  externalId: string | null;
  number: string;
  /** Open if the row has no status. */
  status: DocumentStatus;
}

/** A page of documents. `unread` holds the rows in an unknown format; `rows` does not include them. */
export type EntryPage = Page<DocumentEntry> & { unread: UnreadEntry[] };

export interface VendorPage<T> {
  rows: T[];
  /** Across all pages. `isMore` is true if there are more than the vendor can page through. */
  total: number;
  isMore: boolean;
}

/**
 * Reads a supplier's accounting system. Every call may be repeated, and a page is never silently truncated. An answer
 * in an unknown format throws a ProviderError of kind `unreadable`. A list skips only the rows in an unknown format.
 */
export interface Books {
  identify(): Promise<{ organisationId: string; connectionId: string; name: string; email: string }>;
  /** Lists documents that are open or in the vendor's own banking. */
  listOpen(options: { cursor?: string }): Promise<EntryPage>;
  /**
   * Lists documents changed after a moment of the vendor's clock, in any status: settled and cancelled ones too. May
   * include documents changed earlier. Deleted documents appear in no list.
   *
   * @throws ProviderError kind `refused` if the vendor ignores the filter: then `listOpen` is the only way
   */
  listChanged(options: { since: Date; cursor?: string }): Promise<EntryPage>;
  /**
   * Returns one page, numbered from 0, of the documents written in a range of days (both ends included). The newest
   * come first and settled ones are included; drafts and unreadable rows are not. `rows` is at most `largestPage`
   * (`capabilities`).
   */
  listWritten(options: { from: Day; to: Day; page: number; rows: number }): Promise<VendorPage<DocumentEntry>>;
  /** Finds a document by its id alone; undefined if no collectable document has this id. */
  findDocument(externalId: string): Promise<AccountingDocument | undefined>;
  /** Reads a document; undefined if it no longer exists. */
  readDocument(ref: { externalId: string; externalType: string }): Promise<AccountingDocument | undefined>;
  /** Reads the open amount; undefined if the document is gone. Of a draft: `{ status: "draft", openCents: 0 }`. */
  readOpenAmount(externalId: string): Promise<OpenAmount | undefined>;
  /** Lists contacts and skips those in an unknown format. `readContact` throws `unreadable` for such a contact. */
  listContacts(cursor?: string): Promise<Page<AccountingContact>>;
  readContact(externalId: string): Promise<AccountingContact | undefined>;
  /** Lists the payment terms that the supplier has defined in the accounting system. */
  listPaymentTerms(): Promise<string[]>;
}

export interface BookingLine {
  /** Stable: posting the same reference again books nothing new. */
  reference: string;
  bookedOn: Day;
  /** Signed: incoming money is positive. */
  amountCents: Cents;
  /** Zero or negative; only on lines that are payments. */
  feeCents: Cents;
  purpose: string;
  payerName: string;
  /** The document that this payment settles, for systems that settle by line; others use a hint (`settlesBy`). */
  documentId?: string;
}

/** The ledger port: books payouts on a transfer account. */
export interface LedgerPort {
  /**
   * Finds the account by its reference or creates it; returns the vendor's id. `known`, the id found last time, is used
   * while that account exists. It prevents a second account, and lines posted twice, if the list is incomplete or the
   * account was renamed.
   */
  ensureAccount(reference: string, name: string, known?: string | null): Promise<string>;
  /**
   * Posts at most 25 lines and returns the vendor's ids by reference. If the vendor does not accept all or none
   * (`postsAllOrNone`), a failed call may have posted some lines; repeating it posts the missing ones. Such a vendor's
   * adapter awaits `onPosted` after each line, with the line's reference and the vendor's id.
   */
  postLines(
    accountId: string,
    lines: BookingLine[],
    onPosted?: (reference: string, id: string) => Promise<void>,
  ): Promise<Map<string, string>>;
  /** Sends the hint of a document; "exists" if the vendor refuses it as a second one, even an identical one. */
  sendHint(documentId: string, reference: string): Promise<"sent" | "exists">;
  setBalance(accountId: string, cents: Cents): Promise<void>;
}

export interface Subscriptions {
  /** Creates the missing subscriptions; returns how many were created. */
  ensure(callbackUrl: string): Promise<number>;
}

/** The capabilities of a system with an API. Screens and decisions depend on these, never on the system's name. */
export interface Capabilities {
  /** We read documents and contacts through its API and post payments there. */
  readsBy: "call";
  /** Whether a document counts as paid once its payment is posted. */
  isConfirmingBookings: true;
  /** How a supplier connects the system. */
  connectsBy: "oauth" | "api_key";
  /** Whether the vendor sends webhooks on changes. If not, we poll. */
  isCallingBack: boolean;
  /** The means that assigns a payment to its document: a hint sent before, or the posted line. */
  settlesBy: "hint" | "line";
  postsAllOrNone: boolean;
  /** The field that marks a document for direct debit: a payment condition, or a payment method. */
  marksBy: "condition" | "method";
  /** Whether documents may state their reader's language. */
  namesLanguage: boolean;
  /** Whether `identify` returns the company name, to compare with the names of the other accounts. */
  namesCompany: boolean;
  /** Maximum rows per call of `listWritten`. */
  largestPage: number;
  /** How far before the last poll `listChanged` must start, because changes may appear late in the list. */
  changesOverlapMs: number;
}

/** The capabilities of a system whose documents and contacts arrive in files, and whose payouts leave in files. */
export interface FileCapabilities {
  readsBy: "file";
  /** The system never reports that something was booked: an uploaded file is not a booking. */
  isConfirmingBookings: false;
  /** The sign of direct debit: an entry in the latest list, or the way of payment that the document states. */
  marksBy: "list" | "document";
  /** True if the supplier's files state the open amount. If not, it follows from documents and our collections. */
  keepsOpenAmount: boolean;
  /** Our page where the supplier exchanges files of this system. */
  page: `/app/${string}`;
  /** Our page that makes files of payouts. A system without files of its own names another system's page. */
  outbox: `/app/${string}`;
  namesLanguage: boolean;
}

export interface Accounting {
  capabilities: Capabilities;
  books: Books;
  bookings: LedgerPort;
  subscriptions: Subscriptions;
}

/** How fast a vendor lets us call, per connection. */
export interface Pace {
  intervalMs: number;
  /** How many calls may follow at once after a pause. */
  burst: number;
}

/** An accounting system with an API, as data; the browser uses it too. */
export type AskedSystem = {
  /** The same in every language. */
  name: string;
  pace: Pace;
} & (
  | { capabilities: Capabilities & { connectsBy: "oauth" } }
  | {
      capabilities: Capabilities & { connectsBy: "api_key" };
      /** Where the supplier finds the key and what it looks like: one or two sentences below the input field. */
      keyPlace: Record<Locale, string>;
    }
);

/** A file-based accounting system, as data. */
export interface FiledSystem {
  name: string;
  capabilities: FileCapabilities;
}

/** The supplier's pace and token, which each call to a vendor needs. */
export interface CallAccess {
  /** Waits until the next call is allowed. */
  pace: () => Promise<unknown>;
  /** Returns a valid token or key. `rejected` is one that the vendor has just refused. */
  accessToken: (rejected?: string) => Promise<string>;
}

/** Tokens from a vendor whose refresh tokens rotate. */
export interface TokenPair {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
  /** The granted scope, if the vendor states it. */
  scope?: string;
}

/** Sign-in at an accounting system with OAuth, where each refresh replaces both tokens. */
export interface AccountingSignIn {
  /** How long before its expiry a token is renewed, in milliseconds, so that no call starts with an expiring one. */
  renewEarlyMs: number;
  authorizeUrl: (state: string, verifier: string) => string;
  exchangeCode: (code: string, verifier: string) => Promise<TokenPair>;
  refresh: (refreshToken: string) => Promise<TokenPair>;
  revoke: (refreshToken: string) => Promise<void>;
}

/** The subject of a webhook event. An event carries no data, so we read its subject again. */
export type AccountingEvent =
  | { about: "ended access"; connectionId: string }
  | { about: "contact"; externalId: string }
  | { about: "document"; ref: Pick<AccountingDocument, "externalId" | "externalType" | "kind">; isAmountOnly: boolean };

/** How an accounting system with webhooks reaches us, and how we read its events. */
export interface Callbacks {
  /** The path of our webhook route. */
  path: string;
  /** Returns the subject of the event; undefined for events that we do not use. */
  readEvent: (event: { subject: string; action: string }) => AccountingEvent | undefined;
}
