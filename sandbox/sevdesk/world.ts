import { createHash, randomBytes } from "node:crypto";
import { berlinOffset, type Day } from "../kit/calendar";
import type { Collection } from "../kit/store";
import type { Kit } from "../kit/twin";
import type {
  CheckAccount,
  Client,
  CommunicationWay,
  Contact,
  ContactAddress,
  Invoice,
  InvoiceLog,
  PaymentMethod,
  Transaction,
} from "./model";

export interface SevdeskOptions {
  /** Calls per second and key. sevdesk publishes no number; known clients limit themselves to four. */
  requestsPerSecond?: number;
  /**
   * Whether a final invoice's sum is already reduced by its advances. No document says; the full sum is the riskier
   * case.
   */
  finalSums?: "full" | "reduced";
}

const MISTAKES_KEPT = 100;

/** Everything the twin stores. */
export class World {
  readonly clients: Collection<Client>;
  readonly contacts: Collection<Contact>;
  readonly addresses: Collection<ContactAddress>;
  readonly ways: Collection<CommunicationWay>;
  readonly methods: Collection<PaymentMethod>;
  readonly invoices: Collection<Invoice>;
  readonly accounts: Collection<CheckAccount>;
  readonly transactions: Collection<Transaction>;
  readonly logs: Collection<InvoiceLog>;
  private readonly counter: Collection<{ last: number }>;
  readonly options: Required<SevdeskOptions>;
  /** The latest violations of the vendor's file, in received calls and in given answers. */
  readonly mistakes: string[] = [];

  constructor(
    readonly kit: Kit,
    options: SevdeskOptions = {},
  ) {
    const { store } = kit;
    this.clients = store.collection("sevdesk-clients");
    this.contacts = store.collection("sevdesk-contacts");
    this.addresses = store.collection("sevdesk-addresses");
    this.ways = store.collection("sevdesk-communication-ways");
    this.methods = store.collection("sevdesk-payment-methods");
    this.invoices = store.collection("sevdesk-invoices");
    this.accounts = store.collection("sevdesk-check-accounts");
    this.transactions = store.collection("sevdesk-transactions");
    this.logs = store.collection("sevdesk-invoice-logs");
    this.counter = store.collection("sevdesk-counter");
    this.options = {
      requestsPerSecond: options.requestsPerSecond ?? 4,
      finalSums: options.finalSums ?? "full",
    };
  }

  now(): string {
    return berlinInstant(this.kit.clock.now());
  }

  today(): Day {
    return this.kit.clock.today();
  }

  /** Returns a new id: ids are integers, as at the vendor, and never repeated. */
  newId(): string {
    const last = (this.counter.get("id")?.last ?? 84_210_000) + 1;
    this.counter.put("id", { last });
    return String(last);
  }

  /** Returns the fields of every new record. */
  stamp(clientId: string): { id: string; clientId: string; createdAt: string; updatedAt: string } {
    const at = this.now();
    return { id: this.newId(), clientId, createdAt: at, updatedAt: at };
  }

  noteMistakes(found: string[]): void {
    this.mistakes.push(...found);
    this.mistakes.splice(0, Math.max(0, this.mistakes.length - MISTAKES_KEPT));
  }

  clear(): void {
    this.mistakes.length = 0;
    for (const collection of [
      this.clients,
      this.contacts,
      this.addresses,
      this.ways,
      this.methods,
      this.invoices,
      this.accounts,
      this.transactions,
      this.logs,
      this.counter,
    ])
      collection.clear();
  }
}

export function newApiKey(): string {
  return randomBytes(16).toString("hex");
}

/** Returns the same key for the same text, so that the demo's key survives a reset. */
export function stableApiKey(word: string): string {
  return createHash("sha256").update(`sevdesk-key:${word}`).digest("hex").slice(0, 32);
}

/** Formats an instant as `2026-09-15T10:11:12+02:00`: sevdesk writes no milliseconds. */
export function berlinInstant(at: Date): string {
  const offset = berlinOffset(at);
  const shifted = new Date(at.getTime() + Number(offset.slice(0, 3)) * 3_600_000);
  return `${shifted.toISOString().slice(0, 19)}${offset}`;
}

/** Formats a calendar date as sevdesk does: the German midnight at which it begins. */
export function midnight(day: Day): string {
  return `${day}T00:00:00${berlinOffset(new Date(`${day}T00:00:00Z`))}`;
}

/** Returns Unix seconds, the form of every date filter. */
export function unix(instant: string): number {
  return Math.floor(Date.parse(instant) / 1_000);
}

/** Formats a sum as sevdesk does: a text with two decimals. */
export function sum(cents: number): string {
  return (cents / 100).toFixed(2);
}
