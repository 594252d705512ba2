import { cache } from "react";
import { pageSession } from "@/lib/auth/sessions/page-session";
import { contactName } from "@/lib/contacts/rules";
import type { CollectionStatus, MailStatus } from "@/lib/core/prisma/enums";
import { type Day, fromDate } from "@/lib/core/time/dates";
import type { Page, PageRequest } from "@/lib/core/web/paging";
import { rowOf } from "@/lib/invoices/list/data";
import type { InvoiceRow } from "@/lib/invoices/types";
import { type MandateRow, mandateRowOf, type RequestTrace, requestTraceOf } from "@/lib/mandates/loaders";
import { type ContactRow, contactRowOf } from "@/lib/payers/loaders";
import type { PayerList } from "@/lib/payers/types";
import {
  findPayerDebits,
  findPayerInvoices,
  type PayerPlaces,
  type PayerSums,
  readPayerFacts,
  readPayerMails,
  readPayerSums,
  type StoredDebit,
  type StoredPayer,
} from "./data";
import { mailKeysOf, type PayerFigures, payerFigures, samePayer } from "./rules";

/** A mandate that may be, or once was, used for the payer. */
export interface PayerMandate extends MandateRow {
  signedAt?: string;
  transferredAt?: string;
  /** True if a mandate request of ours brought it; its steps are then in the history already. */
  isAsked: boolean;
}

export interface PayerDebit {
  id: string;
  invoiceId: string;
  number: string;
  day: Day;
  amountCents: number;
  status: CollectionStatus;
  failureCode?: string;
  failureCause?: string;
  failureText?: string;
}

export interface PayerMail {
  id: string;
  kind: "request" | "reminder";
  recipient: string;
  subject?: string;
  status: MailStatus;
  at: string;
}

type PayerRows =
  | { list: "invoices"; page: Page<InvoiceRow> }
  | { list: "debits" | "returns"; page: Page<PayerDebit> }
  | { list: "mails"; mails: PayerMail[] };

export interface PayerView {
  contact: ContactRow;
  /** Street, and postcode with city. */
  address: string[];
  isArchived: boolean;
  /** Other contacts who, as the supplier said, are the same payer. Figures and lists include theirs. */
  others: { id: string; name: string }[];
  mandates: PayerMandate[];
  requests: RequestTrace[];
  acts: { id: string; action: string; by?: string; at: string }[];
  open: { count: number; cents: number };
  figures: PayerFigures;
  counts: Record<PayerList, number>;
  shown: PayerRows;
}

/**
 * Returns the page of a payer: a contact together with the contacts that the supplier said are the same payer.
 * Undefined if the supplier has no contact with this id.
 */
export const loadPayer = cache(
  async (id: string, list: PayerList, page: PageRequest): Promise<PayerView | undefined> => {
    const { customerId } = await pageSession();
    const found = await readPayerFacts(customerId, id, page);
    if (!found) return undefined;
    const { payer, places } = found;
    const giver = payer.defaultMandate?.contact ?? null;
    const same = samePayer(payer, giver);
    const contactIds = same.map((one) => one.id);
    const mandates = mandatesOf(payer);
    const mailKeys = mailKeysOf(payer.mandateRequests);
    const subjects = [...contactIds, ...mandates.map((one) => one.id), ...payer.mandateRequests.map((one) => one.id)];
    const read = { list, page, places, contactIds, mailKeys };
    const [sums, shown] = await Promise.all([
      readPayerSums(customerId, { contactIds, subjects, mailKeys }),
      readRows(customerId, read),
    ]);
    return {
      contact: contactRowOf(payer, sums.open),
      address: [payer.street, `${payer.zip} ${payer.city}`.trim()].filter(Boolean),
      isArchived: payer.isArchived,
      others: same.slice(1).map((one) => ({ id: one.id, name: contactName(one) })),
      mandates,
      requests: payer.mandateRequests.map(requestTraceOf),
      acts: sums.acts.map(actOf),
      open: sums.open,
      figures: payerFigures(sums.sums),
      counts: { invoices: sums.invoices, debits: sums.debits, returns: sums.returns, mails: sums.mails },
      shown,
    };
  },
);

function actOf({ id, action, userName, at }: PayerSums["acts"][number]): PayerView["acts"][number] {
  return { id, action, by: userName ?? undefined, at: new Date(at).toISOString() };
}

/** Returns the contact's own mandates, newest first, and those of the contact whose mandate it uses. */
function mandatesOf({ mandates, defaultMandate, mandateRequests }: StoredPayer): PayerMandate[] {
  const others = defaultMandate?.contact?.mandates ?? [];
  const all = [...mandates, ...others.filter((other) => mandates.every((own) => own.id !== other.id))];
  return all.map((row) => ({
    ...mandateRowOf(row),
    signedAt: row.signedAt?.toISOString(),
    transferredAt: row.transferredAt?.toISOString(),
    isAsked: mandateRequests.some(({ mandateId }) => mandateId === row.id),
  }));
}

interface Wanted {
  list: PayerList;
  page: PageRequest;
  places: PayerPlaces;
  contactIds: string[];
  mailKeys: string[];
}

async function readRows(customerId: Parameters<typeof readPayerMails>[0], wanted: Wanted): Promise<PayerRows> {
  const { list, page, places, contactIds, mailKeys } = wanted;
  if (list === "mails") return { list, mails: (await readPayerMails(customerId, mailKeys)).map(mailOf) };
  if (list === "invoices") {
    const found = await findPayerInvoices(customerId, contactIds, { page, place: places.invoice });
    return { list, page: { ...found, items: found.items.map(rowOf) } };
  }
  const returned = list === "returns";
  const found = await findPayerDebits(customerId, contactIds, { page, place: places.debit, returned });
  return { list, page: { ...found, items: found.items.map(debitOf) } };
}

function debitOf(row: StoredDebit): PayerDebit {
  return {
    id: row.id,
    invoiceId: row.invoice.id,
    number: row.invoice.number,
    day: fromDate(row.debitDate),
    amountCents: row.amountCents,
    status: row.status,
    failureCode: row.failureCode ?? undefined,
    failureCause: row.failureCause ?? undefined,
    failureText: row.failureText ?? undefined,
  };
}

function mailOf(row: Awaited<ReturnType<typeof readPayerMails>>[number]): PayerMail {
  return {
    id: row.id,
    kind: row.key.startsWith("remind:") ? "reminder" : "request",
    recipient: row.recipient,
    subject: row.subject ?? undefined,
    status: row.status,
    at: (row.sentAt ?? row.createdAt).toISOString(),
  };
}
