import { withAccounting } from "@/lib/connections/provider/access";
import { now, today } from "@/lib/core/time/clock";
import { addDays } from "@/lib/core/time/dates";
import { readSettings } from "@/lib/datev/data";
import { saveSettings } from "@/lib/datev/settings/mutations";
import { blankForm } from "@/lib/datev/settings/rules";
import { withUploads } from "@/lib/datev/upload/access";
import { type FileFormat, importFile } from "@/lib/providers/accounting/datev/import/file";
import type { Accounting, AccountingContact, BookingLine, DocumentEntry } from "@/lib/providers/accounting/port";
import { fileAccountingOf } from "@/lib/providers/accounting/registry";
import type { FileBasedSystem, OnlineSystem } from "@/lib/providers/accounting/systems";
import { isFileBasedSystem } from "@/lib/vendors/rules";
import type { AccountingSystem } from "@/lib/vendors/types";
import { type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";
import { allOf } from "./all-pages";
import { BOOK_KEEPING, type Entered } from "./book-keeping";
import { signInAtDatev } from "./datev-consent";
import { type Debtor, debtorFile, type OpenItem, openItemList } from "./datev-files";
import { centsOf, readExtf } from "./extf-reader";
import type { Provider, TestSandbox } from "./sandbox";
import { type AccountingInvoice, DESKS, readLedger, supplierAtTwins, writeInvoice } from "./twin-supplier";

interface NewInvoice {
  contact?: { name: string; email: string };
  dueDate?: string;
  type?: "draft";
}

/** A supplier's accounting system: what people do in it, and what the port reads and writes, by API or by file. */
export interface BookDoor {
  supplier: SeededSupplier;
  provider: Provider;
  /** Writes an invoice of 119.00 that is to be collected. */
  write: (invoice?: NewInvoice) => Promise<AccountingInvoice>;
  act: (invoice: AccountingInvoice, what: "pay" | "void" | "part-pay", amountCents?: number) => Promise<unknown>;
  listOpen: () => Promise<DocumentEntry[]>;
  listContacts: () => Promise<AccountingContact[]>;
  /** Makes some call to the vendor; resolves to a value that is always the same for this supplier. */
  call: () => Promise<string | undefined>;
  /** Books a payment of the invoice; resolves to the vendor's id of the booking. */
  book: (invoice: AccountingInvoice, line: BookingLine) => Promise<string | undefined>;
  /** Reads what was booked from the vendor's own records. */
  entered: (invoice: AccountingInvoice, reference: string) => Promise<Entered>;
}

/** E-invoices are no list and have no vendor: their own tests are in lib/e-invoices. */
export type ListedSystem = Exclude<AccountingSystem, "EINVOICE">;

export async function openAccounting(sandbox: TestSandbox, system: ListedSystem): Promise<BookDoor> {
  return isFileBasedSystem(system) ? await fileBooks(sandbox, system) : await onlineSystem(sandbox, system);
}

async function onlineSystem(sandbox: TestSandbox, system: OnlineSystem): Promise<BookDoor> {
  const supplier = await supplierAtTwins(sandbox, system);
  const { provider } = DESKS[system];
  const using = <T>(run: (accounting: Accounting) => Promise<T>) => withAccounting(supplier.customerId, run);
  return {
    ...{ supplier, provider },
    write: async (invoice = {}) => await writeInvoice(sandbox, supplier, invoice),
    act: async ({ id }, what, amountCents) =>
      await sandbox.desk(`/${provider}/invoices/${id}/${what}`, amountCents === undefined ? {} : { amountCents }),
    listOpen: () => using(({ books }) => allOf((cursor) => books.listOpen({ cursor }))),
    listContacts: () => using(({ books }) => allOf((cursor) => books.listContacts(cursor))),
    call: async () => (await using(({ books }) => books.identify())).organisationId,
    book: async ({ id }, line) =>
      await using(async ({ bookings, capabilities }) => {
        const account = await bookings.ensureAccount("GC-CONTRACT", "GoCardless");
        if (capabilities.settlesBy === "hint") await bookings.sendHint(id, line.reference);
        const documentId = capabilities.settlesBy === "line" ? id : undefined;
        const ids = await bookings.postLines(account, [{ ...line, documentId }]);
        await bookings.setBalance(account, 0);
        return ids.get(line.reference);
      }),
    entered: async ({ id }, reference) => BOOK_KEEPING[system].enteredIn(await readLedger(sandbox), id, reference),
  };
}

/** The adviser's numbers, which the twin has. */
const TARGET = { consultant: 29_098, client: 55_003 };
const MADE_AT = new Date("2026-10-01T06:00:00Z");

/**
 * Opens an accounting system without API: the adviser has debtors and open items in an office program and exports them
 * on request.
 */
async function fileBooks(sandbox: TestSandbox, system: ListedSystem & FileBasedSystem): Promise<BookDoor> {
  const supplier = await seedSupplier();
  const { customerId } = supplier;
  const numbers = { consultant: String(TARGET.consultant), client: String(TARGET.client) };
  await saveSettings(customerId, { ...blankForm(), ...numbers }, supplier.actor);
  await signInAtDatev(supplier);
  const settings = await readSettings(customerId);
  if (!settings) throw new Error("the settings were not saved");
  const port = fileAccountingOf(system, { pace: async () => {}, accessToken: async () => "" });
  const [items, debtors] = [new Map<string, OpenItem & { amountCents: number }>(), new Map<string, Debtor>()];

  const book: BookDoor["book"] = async ({ number, contactId }, { reference, ...line }) => {
    const invoice = { number, payerName: line.payerName, debtor: contactId };
    const payment = { kind: "payment" as const, amountCents: line.amountCents, providerPaymentId: reference, invoice };
    const amountCents = line.amountCents + line.feeCents;
    const payout = { providerId: reference, reference, bookedOn: line.bookedOn, amountCents, feeCents: line.feeCents };
    const [file] = port.writeBatches([{ ...payout, lines: [payment] }], settings, MADE_AT).files;
    if (!file) throw new Error("nothing was written");
    // Acts as after an interrupted attempt: `deliver` first looks for what has arrived.
    return (await withUploads(customerId, (uploads) => uploads.deliver(TARGET, file, reference, "unknown"))).jobId;
  };
  const own = `einzug-${customerId}`;
  const line = { reference: own, bookedOn: today(), amountCents: 100, feeCents: -1, purpose: "", payerName: "Café" };
  const jobId = (await book({ id: "", number: "RE-0", contactId: "10000" }, line)) ?? "";

  return {
    ...{ supplier, provider: "datev", book },
    write: async ({ contact = { name: "Café Ähre", email: "zahler@aehre.example" }, dueDate, type } = {}) => {
      const account = String(10_000 + debtors.size);
      const number = `RE-${1_000 + debtors.size}`;
      debtors.set(account, { account, ...contact });
      const item = { debtor: account, number, amountCents: 11_900, dueDate: dueDate ?? addDays(today(), 14) };
      // A draft is not an open item yet.
      if (type !== "draft") items.set(`${account}/${number}`, item);
      return { id: `${account}/${number}`, number, contactId: account };
    },
    act: async ({ id }, what, amountCents = 0) => {
      const item = items.get(id);
      if (what === "part-pay" && item) items.set(id, { ...item, amountCents: item.amountCents - amountCents });
      else items.delete(id);
    },
    listOpen: () => imported(openItemList([...items.values()], today()), port.openItems(null, now())),
    listContacts: async () =>
      (await imported(debtorFile([...debtors.values()]), port.debtors(today()))).map(({ contact }) => contact),
    call: async () => await withUploads(customerId, async (up) => (await up.readJob(TARGET, jobId))?.reference),
    entered: async ({ id, number, contactId }, reference) => {
      const bookings = await uploadedRows(sandbox, reference);
      const payments = bookings.filter((cells) => cells[8] === contactId && cells[11] === number);
      const fees = bookings.filter((cells) => cells[7] === settings.accounts.fees);
      return {
        openCents: items.get(id)?.amountCents,
        paidCents: payments.map((cells) => centsOf(cells[1])),
        feeCents: fees.map((cells) => -centsOf(cells[1])),
        ties: payments.length,
      };
    },
  };
}

async function imported<T>(content: Buffer, format: FileFormat<T>): Promise<T[]> {
  const rows: T[] = [];
  const open = async function* () {
    yield content;
  };
  const { isImported, errors } = await importFile(open, format, async (read) => {
    for await (const row of read) rows.push(row);
  });
  if (!isImported) throw new Error(`the file was refused: ${JSON.stringify(errors)}`);
  return rows;
}

/** Returns the rows of the files with this reference at the data centre, read by the field table. */
async function uploadedRows(sandbox: TestSandbox, reference: string): Promise<string[][]> {
  const { datev } = await sandbox.state();
  const files = datev.jobs
    .filter((job) => job.reference === reference)
    .map(async ({ id }) => {
      const kept = await fetch(`${sandbox.deskUrl}/datev/jobs/${id}/file`);
      return readExtf(new Uint8Array(await kept.arrayBuffer())).rows.map(({ cells }) => cells);
    });
  return (await Promise.all(files)).flat();
}
