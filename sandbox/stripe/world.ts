import { randomBytes } from "node:crypto";
import type { Kit } from "../kit/twin";
import type { Outbox } from "./outbox";
import type { Records } from "./records";

/** What may differ between accounts at the vendor; the defaults are its documented or likeliest behaviour. */
export interface Settings {
  requestsPerSecond: number;
  /** Days between failed attempts; after the last one `afterRetries` happens. */
  retryDays: number[];
  afterRetries: "unpaid" | "cancel" | "past_due";
  /** TARGET days until a SEPA debit has a result. */
  sepaDays: number;
  /** Seconds for which a renewal's invoice stays a draft. */
  draftSeconds: number;
  /** Waits in ms between the attempts of one webhook, scaled from hours to seconds. */
  webhookRetryMs: number[];
}

export const DEFAULT_SETTINGS: Settings = {
  requestsPerSecond: 100,
  retryDays: [3, 5, 7],
  afterRetries: "unpaid",
  sepaDays: 7,
  draftSeconds: 3_600,
  webhookRetryMs: [1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000],
};

/** The twin's world, passed to every function that reads or changes it. */
export interface World {
  kit: Kit;
  settings: Settings;
  records: Records;
  outbox: Outbox;
  /** The instant of the work in progress in Unix seconds, while billing catches up or a test clock advances. */
  instant: number | null;
  /** Calls that the vendor's types do not allow, and our answers that do not fit them; newest last. */
  mistakes: string[];
  /** The call being served; events name it as their cause. */
  call: { id: string; idempotency_key: string | null } | null;
  /** Address of the twin's own pages. */
  origin: string;
}

export const APP = {
  name: "Einzug",
  secretKey: "sk_test_einzug_sandbox",
  webhookSecret: "whsec_einzug_sandbox",
  account: "acct_1EinzugSandbox",
  apiVersion: "2026-10-28.endive",
  country: "DE",
};

export const DAY = 86_400;

export function webhookUrlOf(kit: Kit): string {
  return `${kit.appUrl}/api/webhooks/stripe`;
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function randomText(length: number): string {
  let made = "";
  for (const byte of randomBytes(length)) made += ALPHABET[byte % ALPHABET.length];
  return made;
}

/** Returns an id like the vendor's: a prefix for the type, then letters and digits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}

/** Returns Unix seconds: of the work in progress, of the customer's test clock, or of the shared clock. */
export function now(world: World, customer?: string | null): number {
  if (world.instant !== null) return world.instant;
  const clock = customer ? world.records.customers.get(customer)?.test_clock : null;
  const frozen = clock ? world.records.testClocks.get(clock)?.frozen_time : undefined;
  return frozen ?? sharedNow(world);
}

export function sharedNow(world: World): number {
  return Math.floor(world.kit.clock.now().getTime() / 1_000);
}
