import { randomUUID } from "node:crypto";
import { today } from "@/lib/core/time/clock";
import type { BookingLine } from "@/lib/providers/accounting/port";
import { sevdeskAccounting } from "@/lib/providers/accounting/sevdesk/index";
import { type AccountingAccount, booksScenarios } from "./books";
import { PATIENT_MS, type Scenario, type Step } from "./scenarios";
import { type CallWorld, readAs } from "./world";

interface SevdeskAccount extends AccountingAccount {
  /** Reads from the vendor's API. */
  read: <T>(path: string) => Promise<T>;
}

async function layAccount(world: CallWorld): Promise<SevdeskAccount> {
  const { id: client, apiKey } = await world.desk<{ id: string; apiKey: string }>("/sevdesk/clients", {});
  const apiUrl = world.env.SEVDESK_API_URL ?? "";
  const access = { apiUrl, pace: async () => {}, accessToken: async () => apiKey };
  return {
    open: (timeoutMs) => sevdeskAccounting({ ...access, timeoutMs }),
    write: (invoice = {}) => world.desk("/sevdesk/invoices", { client, amountCents: 29_750, ...invoice }),
    read: (path) => readAs({ authorization: apiKey }, `${apiUrl}/${path}`),
  };
}

const own = (
  method: string,
  of: string,
  lay: (world: CallWorld, account: SevdeskAccount) => Promise<Step>,
): Scenario => ({
  ...{ vendor: "sevdesk", method, of },
  lay: async (world) => await lay(world, await layAccount(world)),
});

const countAccounts =
  ({ read }: SevdeskAccount, reference: string) =>
  async () => {
    const { objects } = await read<{ objects: { name: string }[] }>("CheckAccount");
    return [objects.filter(({ name }) => name.includes(`(${reference})`)).length];
  };

interface Ledger {
  sevdesk: { transactions: { id: string; purpose: string | null }[]; bookings: { invoice: string }[] };
}

const BOOKINGS: Scenario[] = [
  own("books.readContact", "of a person", async (_world, account) => {
    await account.write({ contact: { name: "Stahl OHG", email: "post@stahl.example" } });
    const person = { name: "Stahl OHG", firstName: "Ida", lastName: "Stahl", email: "ida@stahl.example" };
    const { contactId } = await account.write({ contact: person });
    return { act: (timeoutMs) => account.open(timeoutMs).books.readContact(contactId) };
  }),
  own("bookings.ensureAccount", "of a new one", async (_world, account) => {
    return {
      act: async (timeoutMs) => typeof (await account.open(timeoutMs).bookings.ensureAccount("GC-NEW", "GoCardless")),
      right: "string",
      effects: countAccounts(account, "GC-NEW"),
    };
  }),
  ...[true, false].map((isKnown) =>
    own(
      "bookings.ensureAccount",
      isKnown ? "of one that is known" : "of one whose id got lost",
      async (_world, account) => {
        const made = await account.open(PATIENT_MS).bookings.ensureAccount("GC-MADE", "GoCardless");
        const known = isKnown ? made : undefined;
        return {
          act: (timeoutMs) => account.open(timeoutMs).bookings.ensureAccount("GC-MADE", "GoCardless", known),
          right: made,
          effects: countAccounts(account, "GC-MADE"),
        };
      },
    ),
  ),
  own("bookings.postLines", "", async (world, account) => {
    const id = await account.open(PATIENT_MS).bookings.ensureAccount("GC-LINES", "GoCardless");
    const [first, second] = [await account.write(payer("Café Ähre")), await account.write(payer("Bau Hoch KG"))];
    const lines = [line(first.id), line(second.id)];
    return {
      act: async (timeoutMs) => [...(await account.open(timeoutMs).bookings.postLines(id, lines)).keys()],
      right: lines.map(({ reference }) => reference),
      effects: async () => {
        const { transactions, bookings } = (await world.desk<Ledger>("/ledger")).sevdesk;
        return lines.flatMap(({ reference, documentId }) => [
          transactions.filter(({ purpose }) => purpose?.startsWith(`${reference} `)).length,
          transactions.filter(({ purpose }) => purpose?.startsWith(`${reference}-FEE `)).length,
          bookings.filter(({ invoice }) => invoice === documentId).length,
        ]);
      },
    };
  }),
  own("bookings.sendHint", "", async (_world, account) => ({
    act: (timeoutMs) => account.open(timeoutMs).bookings.sendHint("1", "EZ1"),
    right: "sent",
  })),
  own("bookings.setBalance", "", async (_world, account) => ({
    act: (timeoutMs) => account.open(timeoutMs).bookings.setBalance("1", 0),
    right: undefined,
  })),
  own("subscriptions.ensure", "", async (world, account) => ({
    act: (timeoutMs) => account.open(timeoutMs).subscriptions.ensure(`${world.appUrl}/api/webhooks/books`),
    right: 0,
  })),
];

function payer(name: string): { contact: { name: string } } {
  return { contact: { name } };
}

function line(documentId: string): BookingLine {
  const amounts = { amountCents: 29_750, feeCents: -318 };
  const reference = `EZ${randomUUID()}`;
  return { reference, documentId, bookedOn: today(), ...amounts, purpose: "RE-1 Lastschrift", payerName: "Café Ähre" };
}

export const SEVDESK: Scenario[] = [...booksScenarios("sevdesk", layAccount), ...BOOKINGS];
