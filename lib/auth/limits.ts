import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { sha256 } from "@/lib/core/crypto";
import { db } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { networkOf } from "@/lib/core/ip";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Tries per subject and span of seconds. */
interface Span {
  points: number;
  duration: number;
  /** The subject is a caller's address, and its whole network counts as one caller. */
  byNetwork?: true;
}

const LIMITS = {
  /** Sign-ins, successful ones too: each compares a slow hash. */
  signIn: { points: 200, duration: 15 * MINUTE },
  /** Wrong passwords and codes, whatever accounts they are for. */
  failedSignIn: { points: 50, duration: 15 * MINUTE, byNetwork: true },
  /** Wrong passwords for one account: from one network, from one known device, from everywhere. See `guesses.ts`. */
  passwordByNetwork: { points: 10, duration: 15 * MINUTE },
  passwordByDevice: { points: 10, duration: 15 * MINUTE },
  passwordInAll: { points: 100, duration: HOUR },
  /** Wrong codes of the second factor, counted the same way. A code has a million values only. */
  codeByNetwork: { points: 8, duration: 15 * MINUTE },
  codeByDevice: { points: 8, duration: 15 * MINUTE },
  codeInAll: { points: 24, duration: HOUR },
  /** Wrong passwords and codes of somebody who is signed in and has to prove it once more. */
  provenPassword: { points: 10, duration: 15 * MINUTE },
  provenCode: { points: 8, duration: 15 * MINUTE },
  passkeyStart: { points: 60, duration: 15 * MINUTE, byNetwork: true },
  passkeyFinish: { points: 60, duration: 15 * MINUTE, byNetwork: true },
  registration: { points: 20, duration: HOUR, byNetwork: true },
  /** The two questions whether something is registered; the outage page asks nine times a minute. */
  check: { points: 30, duration: MINUTE, byNetwork: true },
  /** New passwords that the strength bar asks about, once their field is left. */
  passwordJudged: { points: 60, duration: 15 * MINUTE, byNetwork: true },
  /** Links to a new password that are asked for: by a network, and for one account as wrong passwords are counted. */
  forgottenAddress: { points: 20, duration: HOUR, byNetwork: true },
  resetByNetwork: { points: 3, duration: HOUR },
  resetByDevice: { points: 3, duration: HOUR },
  resetInAll: { points: 6, duration: HOUR },
  /** Used links of one account in one network. */
  resetUsed: { points: 1_000, duration: HOUR },
  /** Uses of one link of ours, and of addresses that only look like one. */
  link: { points: 30, duration: 15 * MINUTE },
  linkAddress: { points: 30, duration: 15 * MINUTE, byNetwork: true },
  /** Links to one mailbox, by registering with it or asking again. */
  addressMail: { points: 10, duration: HOUR },
  addressChange: { points: 10, duration: HOUR },
  invitation: { points: 20, duration: HOUR },
  /** Clicks of payers that ask the provider, by link; those that find an open page there are not counted. */
  payerLink: { points: 10, duration: HOUR },
  /** Looks at the provider after a payer has come back, by link; the page asks twenty times a minute. */
  payerReturn: { points: 40, duration: 15 * MINUTE },
  /** Clicks of payers by their address, whatever the link. */
  payerAddress: { points: 60, duration: 15 * MINUTE },
  testMail: { points: 20, duration: HOUR },
  /** Reads and packs everything of a supplier. */
  export: { points: 20, duration: HOUR },
} as const satisfies Record<string, Span>;

export type Limit = keyof typeof LIMITS;

/** Tries of one subject (an email address, a caller's address, a person) that are counted against one limit. */
export interface Count {
  limit: Limit;
  subject: string;
  /** The try is counted, but this limit refuses nobody. */
  isOnlyCounted?: boolean;
}

/** The limiter's own statements, on the pool that is there anyway. It reckons with plain numbers. */
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
 * Counts one try, and refuses when there have been too many. All processes count together.
 *
 * @throws AppError `too_many_requests` with the seconds to wait
 */
export async function countTry(limit: Limit, subject: string): Promise<void> {
  try {
    await limiterOf(limit).consume(keyOf(limit, subject));
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const refusal = new AppError("too_many_requests", "Too many tries. Wait a little.");
    refusal.retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    throw refusal;
  }
}

/**
 * Runs a check that a guesser may fail, and counts the failures. Each check is counted before it runs, so that guesses at
 * the same moment cannot get past a limit; a check that nobody failed is given back.
 *
 * @param isFailure tells a failed check by its error; other errors are no guess
 * @throws AppError `too_many_requests`, and whatever the check throws
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

/** How many tries of a subject stand in the current span. */
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
