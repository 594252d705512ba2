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
  addressLink: "adl",
  invitation: "ivt",
  apiKey: "key",
  webhookEndpoint: "whe",
  webhookMessage: "msg",
  returnCase: "rtn",
  note: "nte",
  datevImport: "imp",
  datevBatch: "bat",
  eInvoiceFile: "eif",
  difference: "dif",
} as const;

export type IdKind = keyof typeof PREFIXES;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Random bytes are read for many ids at once: the call to the system costs more than all the rest. */
export const POOL_BYTES = 4_096;
export const ID_BYTES = 16;
let pool = Buffer.alloc(0);
let taken = 0;

/** True if an id from outside is safe in the path of a vendor's call, that is, cannot lead to another address. */
export function isIdText(text: string): boolean {
  return /^[\w-]{1,100}$/.test(text);
}

/** Returns a prefixed id that sorts by time: 48 bits of milliseconds and 80 random bits, in Crockford base 32. */
export function newId(kind: IdKind): string {
  if (taken + ID_BYTES > pool.length) {
    pool = randomBytes(POOL_BYTES);
    taken = 0;
  }
  taken += ID_BYTES;
  return idOf(kind, Date.now(), pool.subarray(taken - ID_BYTES, taken));
}

function idOf(kind: IdKind, timeMs: number, random: Buffer): string {
  let time = timeMs;
  let head = "";
  for (let i = 0; i < 10; i += 1) {
    head = ALPHABET[time % 32] + head;
    time = Math.floor(time / 32);
  }
  let tail = "";
  for (const byte of random.subarray(0, ID_BYTES)) tail += ALPHABET[byte & 31];
  return `${PREFIXES[kind]}_${head}${tail}`;
}
