import { randomBytes } from "node:crypto";

const PREFIXES = {
  customer: "cus",
  user: "usr",
  contact: "con",
  invoice: "inv",
  mandate: "mdt",
  mandateRequest: "mrq",
  collection: "col",
  payout: "pay",
  booking: "bkg",
  event: "evt",
  inbox: "inb",
  mail: "mai",
  notice: "not",
  audit: "aud",
  syncRun: "syn",
  bulkRun: "blk",
  request: "req",
  session: "ses",
  passkey: "psk",
  reset: "rst",
  invitation: "ivt",
  returnCase: "rtn",
  note: "nte",
  datevImport: "imp",
  datevBatch: "bat",
} as const;

export type IdKind = keyof typeof PREFIXES;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Whether an id that somebody names can stand in the address of a vendor's call without leading to another one. */
export function isIdText(text: string): boolean {
  return /^[\w-]{1,100}$/.test(text);
}

/** A prefixed id that sorts by time: 48 bits of milliseconds, 80 random bits, Crockford base 32. */
export function newId(kind: IdKind): string {
  return idOf(kind, Date.now(), randomBytes(16));
}

/** An id that looks like one made at a time; for answers that must not tell whether something exists. */
export function idOf(kind: IdKind, timeMs: number, random: Buffer): string {
  let time = timeMs;
  let head = "";
  for (let i = 0; i < 10; i += 1) {
    head = ALPHABET[time % 32] + head;
    time = Math.floor(time / 32);
  }
  let tail = "";
  for (const byte of random.subarray(0, 16)) tail += ALPHABET[byte & 31];
  return `${PREFIXES[kind]}_${head}${tail}`;
}
