import { pageAccount } from "@/lib/auth/sessions/page-session";
import { contactName, mandateEmailOf } from "@/lib/contacts/rules";
import { PAYERS_PER_PAGE, readTotals, readWaitingPayers, type WaitingPayer, type WaitingTotals } from "./data";
import { firstRequestState, isReadingFirst } from "./rules";
import type { FirstRequestState } from "./types";

export interface WaitingRow {
  contactId: string;
  name: string;
  email: string;
  invoiceCount: number;
  number: string;
  openCents: number;
}

export interface FirstRequests extends Omit<WaitingTotals, "isDeciding"> {
  /** True while invoices are still being read or decided, so that the list is not complete. */
  isReading: boolean;
  state: FirstRequestState;
  /** False if the settings switch off automatic requests. */
  isAutomatic: boolean;
  rows: WaitingRow[];
  page: number;
  pages: number;
}

/** Returns who gets the first mandate requests, page by page. */
export async function loadFirstRequests(page: number): Promise<FirstRequests> {
  const {
    account,
    session: { customerId },
  } = await pageAccount();
  const state = firstRequestState(account);
  const [{ isDeciding, ...totals }, payers] = await Promise.all([
    readTotals(customerId, state),
    readWaitingPayers(customerId, state, page),
  ]);
  return {
    ...totals,
    isReading: isDeciding || isReadingFirst(account.connections),
    ...{ state, isAutomatic: account.requestsMandates },
    rows: payers.map(rowOf),
    ...{ page, pages: Math.max(1, Math.ceil(totals.payers / PAYERS_PER_PAGE)) },
  };
}

/** Returns how the first mandate requests are sent; undefined before anything is connected, when nobody can wait. */
export async function loadFirstRequestState(): Promise<FirstRequestState | undefined> {
  const { account } = await pageAccount();
  return account.connections.length > 0 ? firstRequestState(account) : undefined;
}

function rowOf(payer: WaitingPayer): WaitingRow {
  const { contactId, invoiceCount, number, openCents } = payer;
  return { contactId, name: contactName(payer), email: mandateEmailOf(payer) ?? "", invoiceCount, number, openCents };
}
