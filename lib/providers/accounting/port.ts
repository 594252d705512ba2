import type { Day } from "@/lib/core/dates";
import type { Locale } from "@/lib/core/locales";
import type { MailAddress } from "@/lib/core/mail-address";
import type { Cents } from "@/lib/core/money";

/** What the books call a document, in our nouns. */
export type DocumentKind = "invoice" | "down_payment" | "closing" | "voucher";
export type DocumentStatus = "draft" | "open" | "paid" | "voided" | "in_banking" | "deleted";

/** A row of the list of open documents: cheap to get, and the newest word on the open amount. */
export interface DocumentEntry {
  externalId: string;
  /** The vendor's word for the kind, needed to read the document. */
  externalType: string;
  /** As far as the list tells: the document itself may know better. */
  kind: DocumentKind;
  status: DocumentStatus;
  number: string;
  contactExternalId: string | null;
  contactName: string;
  voucherDate: Day;
  dueDate: Day;
  totalCents: Cents;
  openCents: Cents;
  /** As with `OpenAmount`. */
  isOpenUnknown?: true;
  currency: string;
  isArchived: boolean;
  updatedAt: Date;
  /** The document itself, where the list brings it whole: then it need not be read once more. */
  document?: BookDocument;
}

/** What the document itself tells, and a list need not. */
export interface BookDocument {
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
  /** The total without tax; null where the books do not say. */
  netCents: Cents | null;
  currency: string;
  termLabel: string;
  discountPercent: number | null;
  discountDays: number | null;
  /** Of the document, and so of its reader; null where the books do not say. */
  language: string | null;
  isArchived: boolean;
  /** Documents whose amounts this one deducts (a closing invoice's down payments). */
  deductedIds: string[];
  /** What each of them had brought when this one was written, in the same order: so much is deducted, and no more. */
  deductedCents: Cents[];
  /** The closing invoice that this down payment has gone into. */
  closingExternalId: string | null;
  updatedAt: Date;
}

export interface OpenAmount {
  status: DocumentStatus;
  openCents: Cents;
  /** The books do not say what is left beside what was paid in advance: `openCents` may be too much. */
  isOpenUnknown?: true;
}

export interface BookContact {
  externalId: string;
  companyName: string | null;
  firstName: string | null;
  lastName: string | null;
  /** Best address for a mandate request first. Every system reads its fields with `mailAddressesIn`. */
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

/** A document whose row came in a form we do not know, as far as the row tells. */
export interface UnreadEntry {
  externalId: string | null;
  number: string;
  /** Open where the row does not say. */
  status: DocumentStatus;
}

/** `unread`: rows left out because they came in a form we do not know. */
export type EntryPage = Page<DocumentEntry> & { unread: UnreadEntry[] };

export interface NumberedPage<T> {
  rows: T[];
  /** Of all pages; `isMore` if there are more than the vendor can page through. */
  total: number;
  isMore: boolean;
}

/**
 * Reads a supplier's books. Every call may be repeated; a page is never silently cut. An answer in a form we do not know is
 * a ProviderError of kind `unreadable`; of a list only the rows that have it are left out.
 */
export interface Books {
  identify(): Promise<{ organisationId: string; connectionId: string; name: string; email: string }>;
  /** Documents that are open or in the books' own banking. */
  listOpen(options: { cursor?: string }): Promise<EntryPage>;
  /**
   * Documents that were changed after a moment, by the vendor's clock, whatever became of them: settled and cancelled ones
   * too. May bring older ones besides; what was deleted is in no list.
   *
   * @throws ProviderError kind `refused` if the books do not follow the question: then `listOpen` is the only way
   */
  listChanged(options: { since: Date; cursor?: string }): Promise<EntryPage>;
  /**
   * One page, numbered from 0, of the documents written in a range of days (both ends included), settled ones too and
   * newest first; drafts and what cannot be read are left out. `rows` is at most `largestPage` (`capabilities`).
   */
  listWritten(options: { from: Day; to: Day; page: number; rows: number }): Promise<NumberedPage<DocumentEntry>>;
  /** A document of which only the id is known; undefined if the books have none that can be collected under it. */
  findDocument(externalId: string): Promise<BookDocument | undefined>;
  /** A document that is gone comes back as undefined. */
  readDocument(ref: { externalId: string; externalType: string }): Promise<BookDocument | undefined>;
  /** A draft has no open amount yet: `{ status: "draft", openCents: 0 }`. Gone: undefined. */
  readOpenAmount(externalId: string): Promise<OpenAmount | undefined>;
  /** Without those that came in a form we do not know: read by itself, such a one says so. */
  listContacts(cursor?: string): Promise<Page<BookContact>>;
  readContact(externalId: string): Promise<BookContact | undefined>;
  /** The payment terms the supplier keeps in the books. */
  listPaymentTerms(): Promise<string[]>;
}

export interface BookingLine {
  /** Stable: sending the same reference again books nothing new. */
  reference: string;
  bookedOn: Day;
  /** Signed: money in is positive. */
  amountCents: Cents;
  /** Zero or negative; only on lines that are payments. */
  feeCents: Cents;
  purpose: string;
  payerName: string;
  /** The document this payment pays, where the books settle by line (`capabilities`); others are told by a hint. */
  documentId?: string;
}

/** Books payouts on a transfer account. */
export interface BookingDesk {
  /**
   * Finds the account by its reference or creates it; returns the vendor's id. `known` is the id this reference had the last
   * time, and stands while there is such an account, whatever it is called now: a list that came incomplete, or a name that was
   * changed, would have another one made, and lines posted there once more.
   */
  ensureAccount(reference: string, name: string, known?: string | null): Promise<string>;
  /**
   * At most 25 lines a call. Returns the vendor's ids by reference. Where the vendor does not take them all or none
   * (`capabilities`), a call that failed may have posted some; the same call again posts what is missing. There `onPosted`
   * is awaited after each line, with the line's reference and the vendor's id.
   */
  postLines(
    accountId: string,
    lines: BookingLine[],
    onPosted?: (reference: string, id: string) => Promise<void>,
  ): Promise<Map<string, string>>;
  /** One hint per document: a second one, also the same again, is refused by the vendor and returned as "exists". */
  sendHint(documentId: string, reference: string): Promise<"sent" | "exists">;
  setBalance(accountId: string, cents: Cents): Promise<void>;
}

/** Callbacks of the vendor. */
export interface Subscriptions {
  /** Makes the subscriptions that are missing; returns how many were made. */
  ensure(callbackUrl: string): Promise<number>;
}

/** What a system that can be asked can do, as data: screens and decisions follow it, never the system's name. */
export interface Capabilities {
  /** Documents and contacts are read from it, payments are posted to it. */
  readsBy: "call";
  /** Whether a document counts as paid once its payment was posted. */
  isConfirmingBookings: true;
  /** How a supplier lets us in. */
  connectsBy: "oauth" | "api_key";
  /** Whether the vendor calls us when something changed; where it does not, the books are asked regularly. */
  isCallingBack: boolean;
  /** What ties a payment to its document: a hint sent before, or the line that is posted. */
  settlesBy: "hint" | "line";
  postsAllOrNone: boolean;
  /** What on a document says that it is collected by direct debit: a wording of its own, or the way it is to be paid. */
  marksBy: "condition" | "method";
  /** Whether its documents may name the language of their reader. */
  namesLanguage: boolean;
  /** Whether `identify` names the company, to be compared with the names of the other accounts. */
  namesCompany: boolean;
  /** Most rows a call of `listWritten` brings. */
  largestPage: number;
  /** How long before a moment `listChanged` is to begin, so that what shows late in its list is not passed over. */
  changesOverlapMs: number;
}

/** What books that go by file can do: there is nothing to ask in between, and no call to refuse. */
export interface FileCapabilities {
  /** Documents and contacts come by file, when the supplier has one made; payouts go by file. */
  readsBy: "file";
  /** It never tells that something was booked: a file that has arrived is not booked yet. */
  isConfirmingBookings: false;
  /** Whatever stands in the list that was handed in last is collected. */
  marksBy: "list";
  /** Our page on which files of this system are exchanged. */
  page: `/app/${string}`;
  /** Where on it files go out, and somebody signs in to send them. */
  outbox: `/app/${string}`;
  /** As with books that are asked. */
  namesLanguage: boolean;
}

export interface Accounting {
  capabilities: Capabilities;
  books: Books;
  bookings: BookingDesk;
  subscriptions: Subscriptions;
}

/** How fast a vendor lets us call, per connection. */
export interface Pace {
  intervalMs: number;
  /** Calls that may come at once after a pause. */
  burst: number;
}

/** A system that can be asked, as data: the browser reads it too. */
export type AskedSystem = {
  /** The same in every language. */
  name: string;
  pace: Pace;
} & (
  | { capabilities: Capabilities & { connectsBy: "oauth" } }
  | {
      capabilities: Capabilities & { connectsBy: "api_key" };
      /** Where the supplier finds the key, and what it looks like: a sentence or two under the field it goes into. */
      keyPlace: Record<Locale, string>;
    }
);

/** Books that go by file, as data. */
export interface FiledSystem {
  name: string;
  capabilities: FileCapabilities;
}

/** What every call to a vendor needs of the supplier who makes it. */
export interface CallAccess {
  /** Waits until the next call is allowed. */
  pace: () => Promise<void>;
  /** A token or key that works; `rejected` is one that the vendor has just refused. */
  accessToken: (rejected?: string) => Promise<string>;
}

/** What a vendor hands out that lets programs in by tokens which turn over. */
export interface TokenPair {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
  /** Where the vendor tells what was granted. */
  scope?: string;
}

/** Signing in at books that let us in by tokens, each of which turns over when it is used. */
export interface BooksSignIn {
  /** A new token is fetched this long before the old one ends, so that no call starts with a dying one. */
  renewEarlyMs: number;
  authorizeUrl: (state: string, verifier: string) => string;
  exchangeCode: (code: string, verifier: string) => Promise<TokenPair>;
  refresh: (refreshToken: string) => Promise<TokenPair>;
  revoke: (refreshToken: string) => Promise<void>;
}

/** What an event of the books is about. It carries no data: what it names is read again. */
export type BookEvent =
  | { about: "ended access"; connectionId: string }
  | { about: "contact"; externalId: string }
  | { about: "document"; ref: Pick<BookDocument, "externalId" | "externalType" | "kind">; isAmountOnly: boolean };

/** How books that call back reach us, and what they say. */
export interface Callbacks {
  /** Of our route that takes their events. */
  path: string;
  /** Undefined for what we have no use for. */
  readEvent: (event: { subject: string; action: string }) => BookEvent | undefined;
}
