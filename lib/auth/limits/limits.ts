import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { sha256 } from "@/lib/core/crypto";
import { db } from "@/lib/core/database/db";
import { AppError } from "@/lib/core/web/errors";
import { networkOf } from "@/lib/core/web/ip";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The number of attempts (`points`) per subject in a period of `duration` seconds. */
interface Span {
  points: number;
  duration: number;
  /** The subject is an IP address, and its whole network counts as one caller. */
  byNetwork?: true;
}

const LIMITS = {
  /** Sign-ins, successful ones included: each compares a slow hash. */
  signIn: { points: 200, duration: 15 * MINUTE },
  /** Wrong passwords and codes from one network, for all accounts together. */
  failedSignIn: { points: 50, duration: 15 * MINUTE, byNetwork: true },
  /** Wrong passwords for one account: from one network, from one known device, in total. See `guesses.ts`. */
  passwordByNetwork: { points: 10, duration: 15 * MINUTE },
  passwordByDevice: { points: 10, duration: 15 * MINUTE },
  passwordInAll: { points: 100, duration: HOUR },
  /** Wrong codes of the second factor, counted the same way. A code has only a million values. */
  codeByNetwork: { points: 8, duration: 15 * MINUTE },
  codeByDevice: { points: 8, duration: 15 * MINUTE },
  codeInAll: { points: 24, duration: HOUR },
  /** Wrong passwords and codes of a signed-in person who has to prove their identity again. */
  provenPassword: { points: 10, duration: 15 * MINUTE },
  provenCode: { points: 8, duration: 15 * MINUTE },
  passkeyStart: { points: 60, duration: 15 * MINUTE, byNetwork: true },
  passkeyFinish: { points: 60, duration: 15 * MINUTE, byNetwork: true },
  registration: { points: 20, duration: HOUR, byNetwork: true },
  /** The two checks whether a company or an email address is registered. The outage page asks nine times a minute. */
  check: { points: 30, duration: MINUTE, byNetwork: true },
  /** New passwords that the strength bar checks once their field has lost the focus. */
  passwordJudged: { points: 60, duration: 15 * MINUTE, byNetwork: true },
  /** Requests for a password reset link: from one network, and for one account, counted like wrong passwords. */
  forgottenAddress: { points: 20, duration: HOUR, byNetwork: true },
  resetByNetwork: { points: 3, duration: HOUR },
  resetByDevice: { points: 3, duration: HOUR },
  resetInAll: { points: 6, duration: HOUR },
  /** Used reset links of one account in one network. */
  resetUsed: { points: 1_000, duration: HOUR },
  /** Uses of one link that we signed, and of addresses that only resemble one. */
  link: { points: 30, duration: 15 * MINUTE },
  linkAddress: { points: 30, duration: 15 * MINUTE, byNetwork: true },
  /** Links to one mailbox, sent at a registration or at a request for another link. */
  addressMail: { points: 10, duration: HOUR },
  addressChange: { points: 10, duration: HOUR },
  invitation: { points: 20, duration: HOUR },
  /** Payers' clicks that call the provider, by link. Those that find an open signing page are not counted. */
  payerLink: { points: 10, duration: HOUR },
  /** Queries to the provider after a payer has returned from signing, by link. The page asks twenty times a minute. */
  payerReturn: { points: 40, duration: 15 * MINUTE },
  /** Payers' clicks by IP address, for all links together. */
  payerAddress: { points: 60, duration: 15 * MINUTE },
  /** Calls of one API key. */
  apiKey: { points: 300, duration: MINUTE },
  testMail: { points: 20, duration: HOUR },
  /** Messages that people send to a supplier's endpoints by hand: their addresses may be somebody else's. */
  webhookByHand: { points: 200, duration: HOUR },
  /** E-invoices of one supplier, by upload, mail and API together: files, and megabytes of these. */
  eInvoiceFiles: { points: 60_000, duration: 24 * HOUR },
  eInvoiceMegabytes: { points: 10_000, duration: 24 * HOUR },
  /** An export reads and packs all data of a supplier. */
  export: { points: 20, duration: HOUR },
} as const satisfies Record<string, Span>;

export type Limit = keyof typeof LIMITS;

/** Attempts of one subject (an email address, an IP address, a person) that are counted against one limit. */
export interface Count {
  limit: Limit;
  subject: string;
  /** The attempt is counted, but this limit refuses nobody. */
  isOnlyCounted?: boolean;
}

/** Runs the limiter's statements on our connection pool. It calculates with numbers, so bigints are converted. */
const store = {
  query: async ({ text, values = [] }: { text: string; values?: unknown[] }) => {
    const rows = await db.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values);
    const plain = (value: unknown) => (typeof value === "bigint" ? Number(value) : value);
    return {
      rowCount: rows.length,
      rows: rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]))),
    };
  },
};

const limiters = new Map<Limit, RateLimiterPostgres>();

function limiterOf(limit: Limit): RateLimiterPostgres {
  let limiter = limiters.get(limit);
  if (!limiter) {
    const { points, duration } = LIMITS[limit];
    const options = { storeClient: store, storeType: "pool", tableName: "rate_limits", tableCreated: true };
    limiter = new RateLimiterPostgres({ ...options, keyPrefix: limit, points, duration });
    limiters.set(limit, limiter);
  }
  return limiter;
}

/**
 * Counts one attempt, and refuses it if there were too many. All processes share the count.
 *
 * @param points for how many attempts it counts
 * @throws AppError `too_many_requests` with the seconds to wait
 */
export async function countTry(limit: Limit, subject: string, points = 1): Promise<void> {
  try {
    await limiterOf(limit).consume(keyOf(limit, subject), points);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const refusal = new AppError("too_many_requests", "Too many tries. Wait a little.");
    refusal.retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    throw refusal;
  }
}

/**
 * Runs a check that a guesser may fail, and counts its failure. The count is raised before the check, so that
 * simultaneous guesses cannot exceed a limit, and lowered again if the check does not fail.
 *
 * @param isFailure true for the error of a failed check; other errors do not count
 * @throws AppError `too_many_requests`, and any error of the check
 */
export async function countFailures<T>(
  counts: Count[],
  check: () => Promise<T>,
  isFailure: (error: unknown) => boolean,
): Promise<T> {
  const counted: Count[] = [];
  try {
    for (const count of counts) {
      if (await isCounted(count)) counted.push(count);
    }
    const result = await check();
    await giveBack(counted);
    return result;
  } catch (error) {
    if (!isFailure(error)) await giveBack(counted);
    throw error;
  }
}

/** Returns how many attempts of a subject are counted in the current period. */
export async function countedTries(limit: Limit, subject: string): Promise<number> {
  return (await limiterOf(limit).get(keyOf(limit, subject)))?.consumedPoints ?? 0;
}

async function isCounted({ limit, subject, isOnlyCounted }: Count): Promise<boolean> {
  try {
    await countTry(limit, subject);
    return true;
  } catch (error) {
    if (isOnlyCounted && error instanceof AppError && error.code === "too_many_requests") return false;
    throw error;
  }
}

async function giveBack(counts: Count[]): Promise<void> {
  for (const { limit, subject } of counts) await limiterOf(limit).reward(keyOf(limit, subject));
}

function keyOf(limit: Limit, subject: string): string {
  const isNetwork = "byNetwork" in LIMITS[limit];
  return sha256(isNetwork ? networkOf(subject) : subject.trim().toLowerCase()).slice(0, 32);
}
