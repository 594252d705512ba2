import type { CallFault } from "../../sandbox/kit/faults";
import { DATEV } from "./datev";
import { GOCARDLESS } from "./gocardless";
import { LEXWARE } from "./lexware";
import { portMethods } from "./ports";
import { type Proven, prove } from "./rounds";
import { nameOf, type Scenario } from "./scenarios";
import { SEVDESK } from "./sevdesk";
import { STRIPE } from "./stripe";
import { type CallWorld, VENDORS } from "./world";

const SCENARIOS: Scenario[] = [...LEXWARE, ...SEVDESK, ...DATEV, ...GOCARDLESS, ...STRIPE];

/** No method of a port: the webhook reader asks Lexware for the key of its webhooks. */
const BESIDE_PORTS = ["lexware webhooks.readLexwareWebhook"];

export interface Told extends Proven {
  name: string;
  seconds: number;
}

export interface Choice {
  /** Whether this kind of fault is injected into this call ("gocardless POST /payments"). */
  isMeeting: (place: string, kind: CallFault) => boolean;
  /** Words in the names of the scenarios to run. */
  words?: string;
}

/** Runs the vendors in parallel and each vendor's scenarios one after the other. Reports each result at once. */
export async function proveAll(world: CallWorld, { isMeeting, words = "" }: Choice, tell: (told: Told) => void) {
  const lane = async (vendor: string) => {
    for (const scenario of SCENARIOS.filter((one) => one.vendor === vendor && nameOf(one).includes(words))) {
      const startedAt = performance.now();
      const proven = await prove(world, scenario, isMeeting);
      tell({ ...proven, name: nameOf(scenario), seconds: (performance.now() - startedAt) / 1_000 });
    }
  };
  await Promise.all(VENDORS.map(lane));
}

/** Returns methods of the ports that no scenario uses, and scenarios whose methods no longer exist. */
export function unproven(): string[] {
  const methods = [...portMethods(), ...BESIDE_PORTS];
  const used = SCENARIOS.map(({ vendor, method }) => `${vendor} ${method}`);
  const [unused, gone] = [methods.filter((one) => !used.includes(one)), used.filter((one) => !methods.includes(one))];
  return [...new Set([...unused, ...gone])];
}
