import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { berlinDateTime, type Day } from "../kit/calendar";
import type { Collection } from "../kit/store";
import type { Kit } from "../kit/twin";
import { EventSender } from "./callbacks";
import type {
  AuthCode,
  Connection,
  Contact,
  ContactBankAccount,
  FinanceAccount,
  Hint,
  Organisation,
  PaymentCondition,
  Settings,
  Subscription,
  Transaction,
  Voucher,
} from "./model";

export interface LexwareOptions {
  /** Lifetime of an access token in seconds; Lexware uses 14399. */
  accessTokenSeconds?: number;
  /** Calls per second and connection; Lexware allows 2. */
  requestsPerSecond?: number;
  /** Waits in ms between the attempts of a callback. */
  callbackRetryMs?: number[];
  callbackTimeoutMs?: number;
}

/** Everything the twin stores, with its clock and its event sender. */
export class World {
  readonly organisations: Collection<Organisation>;
  readonly connections: Collection<Connection, "accessToken">;
  /** Rotated refresh tokens, each with the id of its connection. */
  readonly rotatedTokens: Collection<string>;
  readonly codes: Collection<AuthCode>;
  readonly contacts: Collection<Contact>;
  readonly bankAccounts: Collection<ContactBankAccount>;
  readonly vouchers: Collection<Voucher, "organisationId">;
  readonly hints: Collection<Hint>;
  readonly accounts: Collection<FinanceAccount>;
  readonly transactions: Collection<Transaction>;
  readonly conditions: Collection<PaymentCondition>;
  readonly subscriptions: Collection<Subscription, "organisationId">;
  private readonly settings: Collection<Settings>;
  private parsedKey: KeyObject | undefined;
  readonly events: EventSender;
  readonly options: Required<LexwareOptions>;

  constructor(
    readonly kit: Kit,
    options: LexwareOptions = {},
  ) {
    const { store } = kit;
    this.organisations = store.collection("lexware-organisations");
    this.connections = store.collection("lexware-connections", "accessToken");
    this.rotatedTokens = store.collection("lexware-rotated-tokens");
    this.codes = store.collection("lexware-codes");
    this.contacts = store.collection("lexware-contacts");
    this.bankAccounts = store.collection("lexware-contact-bank-accounts");
    this.vouchers = store.collection("lexware-vouchers", "organisationId");
    this.hints = store.collection("lexware-hints");
    this.accounts = store.collection("lexware-finance-accounts");
    this.transactions = store.collection("lexware-transactions");
    this.conditions = store.collection("lexware-payment-conditions");
    this.subscriptions = store.collection("lexware-subscriptions", "organisationId");
    this.settings = store.collection("lexware-settings");
    this.options = {
      accessTokenSeconds: options.accessTokenSeconds ?? 14_399,
      requestsPerSecond: options.requestsPerSecond ?? 2,
      // Lexware waits 10, 20, 40, 80, 160 s, half an hour, then 20 times 2 h; here a tenth, and a minute for the long
      // waits.
      callbackRetryMs: options.callbackRetryMs ?? [
        1_000,
        2_000,
        4_000,
        8_000,
        16_000,
        ...Array<number>(21).fill(60_000),
      ],
      callbackTimeoutMs: options.callbackTimeoutMs ?? 5_000,
    };
    this.events = new EventSender(this);
  }

  /**
   * Returns the settings. The signing key is created once per store, so that a product that caches the public key
   * survives a restart.
   */
  get config(): Settings {
    const kept = this.settings.get("settings");
    if (kept) return kept;
    const pair = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    return this.settings.put("settings", {
      assignment: "auto",
      privateKeyPem: pair.privateKey,
      publicKeyPem: pair.publicKey,
    });
  }

  /** Returns the key that signs callbacks. Parsing it takes longer than signing, so it is parsed once. */
  get signingKey(): KeyObject {
    this.parsedKey ??= createPrivateKey(this.config.privateKeyPem);
    return this.parsedKey;
  }

  setAssignment(mode: Settings["assignment"]): void {
    this.settings.put("settings", { ...this.config, assignment: mode });
  }

  now(): string {
    return berlinDateTime(this.kit.clock.now());
  }

  today(): Day {
    return this.kit.clock.today();
  }

  emit(organisationId: string, eventType: string, resourceId: string): void {
    this.events.emit(organisationId, eventType, resourceId);
  }

  clear(): void {
    for (const collection of [
      this.organisations,
      this.connections,
      this.rotatedTokens,
      this.codes,
      this.contacts,
      this.bankAccounts,
      this.vouchers,
      this.hints,
      this.accounts,
      this.transactions,
      this.conditions,
      this.subscriptions,
    ])
      collection.clear();
    this.events.clear();
    this.setAssignment("auto");
  }
}

export function newId(): string {
  return randomUUID();
}

/** Returns the same UUID for the same text, so that demo data and tests can refer to records before they exist. */
export function stableId(word: string): string {
  const hex = createHash("sha256").update(`lexware-seed:${word}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function euros(cents: number): number {
  return cents / 100;
}

/** @returns integer cents, or undefined if the value is not an amount with at most two decimals */
export function centsOf(amount: unknown): number | undefined {
  if (typeof amount !== "number" || !Number.isFinite(amount)) return undefined;
  const cents = Math.round(amount * 100);
  return Math.abs(cents - amount * 100) < 1e-6 * Math.max(1, Math.abs(amount)) ? cents : undefined;
}
