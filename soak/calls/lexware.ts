import { randomUUID } from "node:crypto";
import { today } from "@/lib/core/time/clock";
import { EVENT_TYPES } from "@/lib/providers/accounting/lexware/callbacks/subscriptions";
import { readLexwareWebhook } from "@/lib/providers/accounting/lexware/callbacks/webhook";
import { lexwareOauth } from "@/lib/providers/accounting/lexware/door";
import { lexwareAccounting } from "@/lib/providers/accounting/lexware/index";
import { authorizeUrl, exchangeCode, refresh, revoke } from "@/lib/providers/accounting/lexware/sign-in/oauth";
import type { BookingLine } from "@/lib/providers/accounting/port";
import { type AccountingAccount, booksScenarios } from "./books";
import { PATIENT_MS, type Scenario, type Step } from "./scenarios";
import { agree, type CallWorld, countRefusals, newName, readAs } from "./world";

interface LexwareAccount extends AccountingAccount {
  organisation: string;
  refreshToken: string;
  /** How often Lexware refuses the account's token: 0 or 1. */
  refusals: () => Promise<number>;
  /** Reads from the vendor's API. */
  read: <T>(path: string) => Promise<T>;
}

interface WireAccount {
  balance: number;
}

/** Lexware has no call that returns these; the twin's ledger does. */
interface Ledger {
  lexware: { hints: { externalReference: string }[]; transactions: { externalReference: string }[] };
}

async function layAccount(world: CallWorld): Promise<LexwareAccount> {
  const { organisation, code, verifier } = await consent();
  const { accessToken, refreshToken } = await exchangeCode(lexwareOauth(), code, verifier);
  const apiUrl = world.env.LEXOFFICE_API_URL ?? "";
  const access = { apiUrl, accountSystem: "EINZUG", pace: async () => {}, accessToken: async () => accessToken };
  const headers = { authorization: `Bearer ${accessToken}` };
  return {
    ...{ organisation, refreshToken },
    open: (timeoutMs) => lexwareAccounting({ ...access, timeoutMs }),
    write: (invoice = {}) => world.desk("/lexware/invoices", { organisation, amountCents: 11_900, ...invoice }),
    read: (path) => readAs(headers, `${apiUrl}/v1/${path}`),
    refusals: () => countRefusals(headers, `${apiUrl}/v1/profile`),
  };
}

/** The control panel identifies an organisation by its name. */
async function consent() {
  const organisation = newName("Werkstatt");
  const verifier = `${randomUUID()}${randomUUID()}`;
  const url = authorizeUrl(lexwareOauth(), randomUUID(), verifier);
  const code = await agree(url, { organisation: "new", organisation_name: organisation });
  return { organisation, code, verifier };
}

/** Other kinds of documents have other endpoints, and an id does not show its kind. */
const DOCUMENTS: Scenario[] = ["downpaymentinvoice", "salesinvoice"].flatMap((externalType): Scenario[] => {
  const lay = async (world: CallWorld) => {
    const account = await layAccount(world);
    return { account, invoice: await account.write({ type: externalType, contact: { name: "Café Ähre" } }) };
  };
  return [
    {
      ...{ vendor: "lexware", method: "books.findDocument", of: externalType },
      lay: async (world) => {
        const { account, invoice } = await lay(world);
        return { act: (timeoutMs) => account.open(timeoutMs).books.findDocument(invoice.id) };
      },
    },
    {
      ...{ vendor: "lexware", method: "books.readDocument", of: externalType },
      lay: async (world) => {
        const { account, invoice } = await lay(world);
        const ref = { externalId: invoice.id, externalType };
        return { act: (timeoutMs) => account.open(timeoutMs).books.readDocument(ref) };
      },
    },
  ];
});

const writes = (
  method: string,
  of: string,
  lay: (world: CallWorld, account: LexwareAccount) => Promise<Step>,
): Scenario => ({
  ...{ vendor: "lexware", method, of },
  lay: async (world) => await lay(world, await layAccount(world)),
});

const countAccounts = async ({ read }: LexwareAccount, reference: string) =>
  (await read<WireAccount[]>(`finance/accounts?externalReference=${reference}`)).length;

const ACCOUNTS: Scenario[] = [
  writes("bookings.ensureAccount", "of a new one", async (_world, account) => ({
    act: async (timeoutMs) => typeof (await account.open(timeoutMs).bookings.ensureAccount("GC-NEW", "GoCardless")),
    right: "string",
    effects: async () => [await countAccounts(account, "GC-NEW")],
  })),
  writes("bookings.ensureAccount", "of one that is known", async (_world, account) => {
    const known = await account.open(PATIENT_MS).bookings.ensureAccount("GC-KNOWN", "GoCardless");
    return {
      act: (timeoutMs) => account.open(timeoutMs).bookings.ensureAccount("GC-KNOWN", "GoCardless", known),
      right: known,
      effects: async () => [await countAccounts(account, "GC-KNOWN")],
    };
  }),
  writes("bookings.setBalance", "", async (_world, account) => {
    const id = await account.open(PATIENT_MS).bookings.ensureAccount("GC-BALANCE", "GoCardless");
    return {
      act: (timeoutMs) => account.open(timeoutMs).bookings.setBalance(id, 12_345),
      right: undefined,
      effects: async () => [Number((await account.read<WireAccount>(`finance/accounts/${id}`)).balance === 123.45)],
    };
  }),
];

const BOOKINGS: Scenario[] = [
  writes("bookings.postLines", "", async (world, account) => {
    const id = await account.open(PATIENT_MS).bookings.ensureAccount("GC-LINES", "GoCardless");
    const references = [`EZ${randomUUID()}`, `EZ${randomUUID()}`];
    return {
      act: async (timeoutMs) => [
        ...(await account.open(timeoutMs).bookings.postLines(id, references.map(line))).keys(),
      ],
      right: references,
      effects: async () => {
        const { transactions } = (await world.desk<Ledger>("/ledger")).lexware;
        return references.map((one) => transactions.filter((row) => row.externalReference === one).length);
      },
    };
  }),
  writes("bookings.sendHint", "", async (world, account) => {
    const { id } = await account.write({ contact: { name: "Café Ähre" } });
    const reference = `EZ${randomUUID()}`;
    return {
      // The product needs to know whether the hint exists, not which call created it.
      act: async (timeoutMs) =>
        ["sent", "exists"].includes(await account.open(timeoutMs).bookings.sendHint(id, reference)),
      right: true,
      effects: async () => {
        const { hints } = (await world.desk<Ledger>("/ledger")).lexware;
        return [hints.filter((hint) => hint.externalReference === reference).length];
      },
    };
  }),
  writes("subscriptions.ensure", "", async (world, account) => {
    const url = `${world.appUrl}/api/webhooks/lexoffice`;
    return {
      act: async (timeoutMs) => {
        await account.open(timeoutMs).subscriptions.ensure(url);
      },
      right: undefined,
      effects: async () => {
        const { content } = await account.read<{ content: { eventType: string }[] }>("event-subscriptions");
        return EVENT_TYPES.map((type) => content.filter(({ eventType }) => eventType === type).length);
      },
    };
  }),
];

function line(reference: string): BookingLine {
  const amounts = { amountCents: 29_750, feeCents: -318 };
  return { reference, bookedOn: today(), ...amounts, purpose: `RE-1 Lastschrift ${reference}`, payerName: "Café Ähre" };
}

/** A lost answer ends the sign-in by the vendor's own rule: the code is used up, the token has been rotated. */
const SIGN_IN: Scenario[] = [
  {
    ...{ vendor: "lexware", method: "signIn.exchangeCode", isSpent: true },
    lay: async (world) => {
      const { organisation, code, verifier } = await consent();
      return {
        act: async () => typeof (await exchangeCode(lexwareOauth(), code, verifier)).accessToken,
        right: "string",
        effects: async () => {
          const { organisations, connections } = (await world.desk<State>("/state")).lexware;
          const id = organisations.find(({ name }) => name === organisation)?.id;
          return [connections.filter((one) => one.organisation === id).length];
        },
      };
    },
  },
  {
    ...{ vendor: "lexware", method: "signIn.refresh", isSpent: true },
    lay: async (world) => {
      const { refreshToken } = await layAccount(world);
      return { act: async () => typeof (await refresh(lexwareOauth(), refreshToken)).refreshToken, right: "string" };
    },
  },
  {
    ...{ vendor: "lexware", method: "signIn.revoke" },
    lay: async (world) => {
      const { refreshToken, refusals } = await layAccount(world);
      const effects = async () => [await refusals()];
      return { act: () => revoke(lexwareOauth(), refreshToken), right: undefined, effects };
    },
  },
];

interface State {
  lexware: { organisations: { id: string; name: string }[]; connections: { organisation: string }[] };
}

/** A process reads the key of Lexware's webhooks once per address. A new address therefore acts like a new process. */
const WEBHOOKS: Scenario[] = [
  {
    ...{ vendor: "lexware", method: "webhooks.readLexwareWebhook" },
    lay: async (world) => {
      const account = await layAccount(world);
      await account.open(PATIENT_MS).subscriptions.ensure(`${world.appUrl}/api/webhooks/lexoffice`);
      const { id } = await account.write({ contact: { name: "Café Ähre" } });
      const { raw, headers } = await world.hook((hook) => hook.raw.includes(id));
      const signature = String(headers["x-lxo-signature"]);
      const keyUrl = () => `${world.env.LEXOFFICE_PUBLIC_KEY_URL}?${randomUUID()}`;
      return { act: () => readLexwareWebhook(raw, signature, keyUrl()) };
    },
  },
];

// Lexware's payment conditions are a plain array without a total.
export const LEXWARE: Scenario[] = [
  ...booksScenarios("lexware", layAccount, { withoutTotal: ["listPaymentTerms"] }),
  ...DOCUMENTS,
  ...ACCOUNTS,
  ...BOOKINGS,
  ...SIGN_IN,
  ...WEBHOOKS,
];
