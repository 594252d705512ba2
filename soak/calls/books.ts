import { now, today } from "@/lib/core/time/clock";
import type { Accounting, Books } from "@/lib/providers/accounting/port";
import { allOf } from "../../test/all-pages";
import type { Scenario } from "./scenarios";
import type { CallWorld } from "./world";

/** A supplier's own account at an accounting system. */
export interface AccountingAccount {
  open: (timeoutMs: number) => Accounting;
  write: (invoice?: object) => Promise<{ id: string; contactId: string }>;
}

export type AccountingVendor = "lexware" | "sevdesk";

interface Laid extends AccountingAccount {
  invoice: { id: string; contactId: string };
  since: Date;
}

/** A read call, made with two invoices of two contacts: a list that lacks its last row then lacks one. */
type Question = (books: Books, laid: Laid) => Promise<unknown>;

const SECOND_MS = 1_000;

const QUESTIONS: Record<keyof Books, Question> = {
  identify: (books) => books.identify(),
  listOpen: (books) => allOf((cursor) => books.listOpen({ cursor })),
  listChanged: (books, { since }) => allOf((cursor) => books.listChanged({ since, cursor })),
  listWritten: (books) => books.listWritten({ from: today(), to: today(), page: 0, rows: 10 }),
  findDocument: (books, { invoice }) => books.findDocument(invoice.id),
  readDocument: (books, { invoice }) => books.readDocument({ externalId: invoice.id, externalType: "invoice" }),
  readOpenAmount: (books, { invoice }) => books.readOpenAmount(invoice.id),
  listContacts: (books) => allOf((cursor) => books.listContacts(cursor)),
  readContact: (books, { invoice }) => books.readContact(invoice.contactId),
  listPaymentTerms: (books) => books.listPaymentTerms(),
};

/** Returns scenarios for the port's read methods, which are the same for every accounting system with an API. */
export function booksScenarios(
  vendor: AccountingVendor,
  layAccount: (world: CallWorld) => Promise<AccountingAccount>,
  { withoutTotal = [] }: { withoutTotal?: (keyof Books)[] } = {},
): Scenario[] {
  return Object.entries(QUESTIONS).map(([name, ask]) => ({
    vendor,
    method: `books.${name}`,
    ...(withoutTotal.includes(name as keyof Books) ? { mayBeShort: true } : {}),
    lay: async (world) => {
      const account = await layAccount(world);
      const since = new Date(now().getTime() - SECOND_MS);
      const invoice = await account.write({ contact: { name: "Café Ähre", email: "zahler@aehre.example" } });
      await account.write({ contact: { name: "Bau Hoch KG", email: "zahler@hoch.example" } });
      return { act: (timeoutMs) => ask(account.open(timeoutMs).books, { ...account, invoice, since }) };
    },
  }));
}
