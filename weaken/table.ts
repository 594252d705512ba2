import { ofAccounts } from "./tables/accounts";
import { ofBookingsMade } from "./tables/bookings-made";
import { ofContent } from "./tables/content";
import { ofDates } from "./tables/dates";
import { ofMail } from "./tables/mail";
import { ofMandates } from "./tables/mandates";
import { ofMoneyCounted } from "./tables/money-counted";
import { ofMoneyDecided } from "./tables/money-decided";
import { ofProofs } from "./tables/proofs";
import { ofTenants } from "./tables/tenants";
import { ofTraffic } from "./tables/traffic";
import type { Weakening } from "./weakening";

export const attacks = [...ofAccounts, ...ofContent, ...ofProofs, ...ofTraffic];

/** Every weakening that is tried, by the topic under which `npm run weaken` runs it. */
const TOPICS: Record<string, Weakening[]> = {
  attacks: attacks.map((attack) => ({ ...attack, name: `${attack.kind}: ${attack.name}` })),
  money: [...ofMoneyDecided, ...ofMoneyCounted],
  dates: ofDates,
  mandates: ofMandates,
  bookings: ofBookingsMade,
  mail: ofMail,
  tenants: ofTenants,
};

export interface Entry extends Weakening {
  topic: string;
}

export const topics = Object.keys(TOPICS);
export const entries: Entry[] = Object.entries(TOPICS).flatMap(([topic, weakenings]) =>
  weakenings.map((weakening) => ({ ...weakening, topic })),
);
