import { randomBytes } from "node:crypto";
import { addTargetDays, type Day, isTargetDay } from "../kit/calendar";
import type { Kit } from "../kit/twin";
import type { Outbox } from "./outbox";
import type { Records } from "./records";

/** What may differ between accounts at the vendor; the defaults are its documented or likeliest behaviour. */
export interface Settings {
  /** Hour in Berlin from which a new payment counts for the next TARGET day; 24 = no cut-off (unknown for SEPA). */
  cutOffHour: number;
  requestsPerMinute: number;
  maxAmountCents: number;
  /** Machine time in ms for which events are collected before they are sent as one webhook. */
  webhookDelayMs: number;
  /** Waits in ms between the attempts of one webhook: 8 retries, scaled from minutes to seconds. */
  webhookRetryMs: number[];
}

export const DEFAULT_SETTINGS: Settings = {
  cutOffHour: 24,
  requestsPerMinute: 1_000,
  maxAmountCents: 100_000_000,
  webhookDelayMs: 120,
  webhookRetryMs: [1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000, 120_000],
};

/** The twin's world, passed to every function that reads or changes it. */
export interface World {
  kit: Kit;
  settings: Settings;
  records: Records;
  outbox: Outbox;
}

export const APP = {
  name: "Einzug",
  clientId: "einzug-gocardless",
  clientSecret: "gc-sandbox-secret",
  webhookSecret: "gc-sandbox-webhook-secret",
  demoToken: "gc-demo-token",
  demoOrganisation: "OR000DEMO",
};

export function redirectUriOf(kit: Kit): string {
  return `${kit.appUrl}/api/connect/goCardless/return`;
}

export function webhookUrlOf(kit: Kit): string {
  return `${kit.appUrl}/api/webhooks/gocardless`;
}

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Returns an id like the vendor's: a prefix for the type, then capitals and digits. */
export function newId(prefix: string): string {
  let id = prefix;
  for (const byte of randomBytes(14)) id += ALPHABET[byte & 31];
  return id;
}

export function nowIso(world: World): string {
  return world.kit.clock.now().toISOString();
}

/** Returns the first charge date of a payment created now: three TARGET days after the day it counts for. */
export function nextPossibleChargeDate(world: World): Day {
  const today = world.kit.clock.today();
  return addTargetDays(isPastCutOff(world) && isTargetDay(today) ? addTargetDays(today, 1) : today, 3);
}

// Creating a formatter takes longer than using it a hundred times, and every payment asks for the hour.
const HOUR_FORMAT = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", hour: "2-digit", hourCycle: "h23" });

function isPastCutOff(world: World): boolean {
  return Number(HOUR_FORMAT.format(world.kit.clock.now())) >= world.settings.cutOffHour;
}

/** Returns the day on which a payment is submitted: two TARGET days before its charge date. */
export function submissionDay(chargeDate: Day): Day {
  return addTargetDays(chargeDate, -2);
}
