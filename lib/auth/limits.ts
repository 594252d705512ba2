import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { sha256 } from "@/lib/core/crypto";
import { db } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Tries per subject (an e-mail address, a caller's address, a person) and span of seconds. */
const LIMITS = {
  /** Wrong passwords and codes for one account, from wherever they come. */
  signInAccount: { points: 10, duration: 15 * MINUTE },
  signInAddress: { points: 50, duration: 15 * MINUTE },
  twoFactor: { points: 8, duration: 15 * MINUTE },
  passkeyStart: { points: 60, duration: 15 * MINUTE },
  registration: { points: 20, duration: HOUR },
  /** The two questions whether something is registered; the outage page asks nine times a minute. */
  check: { points: 30, duration: MINUTE },
  forgottenAccount: { points: 3, duration: HOUR },
  forgottenAddress: { points: 20, duration: HOUR },
  /** Links to one mailbox, by registering with it or asking again. */
  addressMail: { points: 10, duration: HOUR },
  addressChange: { points: 10, duration: HOUR },
  linkAddress: { points: 30, duration: 15 * MINUTE },
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
} as const;

export type Limit = keyof typeof LIMITS;

/** The limiter's own statements, on the pool that is there anyway. It reckons with plain numbers. */
const store = {
  query: async ({ text, values = [] }: { text: string; values?: unknown[] }) => {
    const rows = await db.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values);
    const plain = (value: unknown) => (typeof value === "bigint" ? Number(value) : value);
    return {
      rows: rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]))),
    };
  },
};

const limiters = new Map<Limit, RateLimiterPostgres>();

function limiterOf(limit: Limit): RateLimiterPostgres {
  let limiter = limiters.get(limit);
  if (!limiter) {
    const options = { storeClient: store, storeType: "pool", tableName: "rate_limits", tableCreated: true };
    limiter = new RateLimiterPostgres({ ...options, keyPrefix: limit, ...LIMITS[limit] });
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
    await limiterOf(limit).consume(keyOf(subject));
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const refusal = new AppError("too_many_requests", "Too many tries. Wait a little.");
    refusal.retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    throw refusal;
  }
}

/** Whoever got in has not been guessing. */
export async function forgetTries(limit: Limit, subject: string): Promise<void> {
  await limiterOf(limit).delete(keyOf(subject));
}

function keyOf(subject: string): string {
  return sha256(subject.trim().toLowerCase()).slice(0, 32);
}
