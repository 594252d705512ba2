import { callerOrigin } from "@/lib/auth/caller";
import { isGuessing } from "@/lib/auth/guesses";
import { db } from "@/lib/core/db";
import type { AppError } from "@/lib/core/errors";
import { log } from "@/lib/core/log";
import { acrossSuppliers } from "@/lib/core/supplier-wall";
import { toAppError } from "@/lib/http/problem";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueNow } from "@/lib/jobs/queue";

/** One try to sign in, by the page or by the API. */
export interface Attempt {
  way: "password" | "passkey" | "ticket" | "link";
  isApi: boolean;
  /** The plain email address, where one was typed. */
  account?: string;
}

/**
 * Runs a try to sign in. A refusal leaves a line in the log with the caller's address and, where it is known, the person.
 * The person learns by mail when somebody is guessing.
 *
 * @throws AppError for every failure
 */
export async function attempt<T>({ way, isApi, account }: Attempt, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const refusal = toAppError(error);
    const { ip } = await callerOrigin();
    log.warn({ way, isApi, code: refusal.code, ip }, "sign-in refused");
    if (account) await reportGuessing(account, refusal);
    throw refusal;
  }
}

/**
 * Runs what takes the password or a code of somebody who is known already, by a session or by a link from their mailbox.
 * Either may be stolen: the person learns by mail when somebody is guessing.
 *
 * @throws AppError for every failure
 */
export async function attemptAgain<T>(userId: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const refusal = toAppError(error);
    const user = await db.user.findUnique({ where: { id: userId }, select: { email: true } });
    // The report names nobody's firm: a request of one supplier may not enqueue it.
    if (user) await acrossSuppliers(() => reportGuessing(user.email, refusal));
    throw refusal;
  }
}

/** The same work for known and unknown addresses: a job finds out later whose it is. */
async function reportGuessing(account: string, { code }: AppError): Promise<void> {
  for (const guessed of ["password", "code"] as const) {
    if (await isGuessing(guessed, account, code)) await enqueueNow(jobs.reportGuessing, { email: account, guessed });
  }
}
