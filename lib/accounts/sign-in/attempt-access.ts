import { callerOrigin } from "@/lib/auth/caller";
import { isGuessing } from "@/lib/auth/limits/guesses";
import { db } from "@/lib/core/database/db";
import { log } from "@/lib/core/telemetry/log";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import type { AppError } from "@/lib/core/web/errors";
import { toAppError } from "@/lib/http/refusals/problem";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueNow } from "@/lib/jobs/queue";

/** An attempt to sign in, on a page or by the API. */
export interface Attempt {
  way: "password" | "passkey" | "ticket" | "link";
  isApi: boolean;
  /** The plain email address, if one was typed. */
  account?: string;
}

/**
 * Runs an attempt to sign in. A refusal is logged with the caller's IP address and, if known, the person. If somebody
 * is guessing, the person gets a mail.
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
 * Runs a check of the password or code of a person who is known already, by a session or by a link from their mailbox.
 * Either may be stolen, so the person gets a mail if somebody is guessing.
 *
 * @throws AppError for every failure
 */
export async function attemptAgain<T>(userId: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const refusal = toAppError(error);
    const user = await db.user.findUnique({ where: { id: userId }, select: { email: true } });
    // The job belongs to no supplier, so a request in one supplier's scope may not enqueue it.
    if (user) await crossTenant(() => reportGuessing(user.email, refusal));
    throw refusal;
  }
}

/** Does the same work for known and unknown addresses. The job finds out later whose address it is. */
async function reportGuessing(account: string, { code }: AppError): Promise<void> {
  for (const guessed of ["password", "code"] as const) {
    if (await isGuessing(guessed, account, code)) await enqueueNow(jobs.reportGuessing, { email: account, guessed });
  }
}
