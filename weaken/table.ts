import { ofAccounts } from "./tables/accounts";
import { ofBookingsMade } from "./tables/bookings-made";
import { ofBookingsStored } from "./tables/bookings-stored";
import { ofContent } from "./tables/content";
import { ofDates } from "./tables/dates";
import { ofEInvoices } from "./tables/e-invoices";
import { ofMail } from "./tables/mail";
import { ofMailStored } from "./tables/mail-stored";
import { ofMandates } from "./tables/mandates";
import { ofMandatesStored } from "./tables/mandates-stored";
import { ofMoneyCounted } from "./tables/money-counted";
import { ofMoneyDecided } from "./tables/money-decided";
import { ofMoneyRead } from "./tables/money-read";
import { ofMoneyStored } from "./tables/money-stored";
import { ofProofs } from "./tables/proofs";
import { ofTenants } from "./tables/tenants";
import { ofTraffic } from "./tables/traffic";
import type { Weakening } from "./weakening";

export const attacks = [...ofAccounts, ...ofContent, ...ofProofs, ...ofTraffic];

/** All weakenings, by the topic under which `npm run weaken` runs them. */
const TOPICS: Record<string, Weakening[]> = {
  attacks: attacks.map((attack) => ({ ...attack, name: `${attack.kind}: ${attack.name}` })),
  money: [...ofMoneyDecided, ...ofMoneyCounted, ...ofMoneyRead, ...ofMoneyStored, ...ofEInvoices],
  dates: ofDates,
  mandates: [...ofMandates, ...ofMandatesStored],
  bookings: [...ofBookingsMade, ...ofBookingsStored],
  mail: [...ofMail, ...ofMailStored],
  tenants: ofTenants,
};

export interface Entry extends Weakening {
  topic: string;
}

export const topics = Object.keys(TOPICS);
export const entries: Entry[] = Object.entries(TOPICS).flatMap(([topic, weakenings]) =>
  weakenings.map((weakening) => ({ ...weakening, topic })),
);
