import { db } from "@/lib/core/database/db";
import { AppError, type ErrorCode } from "@/lib/core/web/errors";
import { networkOf } from "@/lib/core/web/ip";
import { type Count, countedTries, countFailures, countTry } from "./limits";

/** A caller who tries to prove that an account is theirs. */
export interface Visitor {
  ip: string;
  /** A browser that has signed in to this account before, or the network of a recent reset. See `devices.ts`. */
  device?: string;
}

/** The secret that is guessed: the password, or the code of the second factor. */
export type Guessed = "password" | "code";

const WRONG: Record<Guessed, ErrorCode> = { password: "wrong_credentials", code: "two_factor_code_wrong" };
/** Number of failures within an hour at which the person gets a mail. Codes are asked for after the right password. */
const TELL_AT: Record<Guessed, number> = { password: 10, code: 5 };

/**
 * Runs a check of an account's password or code, and counts its failures. A known device has a count of its own, so
 * nobody else can lock it out. All others count per network, and in total against guesses from many networks.
 *
 * @param account the plain email address, registered or not
 * @throws AppError `too_many_requests`, and any error of the check
 */
export async function guess<T>(
  guessed: Guessed,
  account: string,
  visitor: Visitor,
  check: () => Promise<T>,
): Promise<T> {
  const { ip, device } = visitor;
  const inAll: Count = { limit: `${guessed}InAll`, subject: account };
  const counts: Count[] = device
    ? [
        { limit: `${guessed}ByDevice`, subject: `${account} ${device}` },
        { ...inAll, isOnlyCounted: true },
      ]
    : [
        { limit: "failedSignIn", subject: ip },
        { limit: `${guessed}ByNetwork`, subject: `${account} ${networkOf(ip)}` },
        inAll,
      ];
  return await countFailures(counts, check, isWrong(guessed));
}

/**
 * Runs a check that a signed-in person has to pass again. Strangers do not affect its count. The session may be stolen,
 * so failures also count towards the mail about guesses. A code that is only being set up does not.
 *
 * @throws AppError `too_many_requests`, and any error of the check
 */
export async function guessAgain<T>(guessed: Guessed, userId: string, check: () => Promise<T>): Promise<T> {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { email: true, twoFactorEnabledAt: true },
  });
  const isSecret = user && (guessed === "password" || user.twoFactorEnabledAt);
  const counts: Count[] = [{ limit: guessed === "password" ? "provenPassword" : "provenCode", subject: userId }];
  if (isSecret) counts.push({ limit: `${guessed}InAll`, subject: user.email, isOnlyCounted: true });
  return await countFailures(counts, check, isWrong(guessed));
}

/** True if this refusal was a wrong guess, and there are now so many that the person should know. */
export async function isGuessing(guessed: Guessed, account: string, code: ErrorCode): Promise<boolean> {
  return code === WRONG[guessed] && (await countedTries(`${guessed}InAll`, account)) >= TELL_AT[guessed];
}

/**
 * Counts a request for a password reset link. Strangers who ask for one cannot prevent a known device from asking.
 *
 * @throws AppError `too_many_requests`
 */
export async function countResetRequest(account: string, { ip, device }: Visitor): Promise<void> {
  await countTry("forgottenAddress", ip);
  if (device) return await countTry("resetByDevice", `${account} ${device}`);
  await countTry("resetByNetwork", `${account} ${networkOf(ip)}`);
  await countTry("resetInAll", account);
}

/** Stores that a reset link was used. For an hour, its network then has a count of its own for this account. */
export async function noteReset(account: string, ip: string): Promise<void> {
  const { limit, subject } = usedReset(account, ip);
  await countTry(limit, subject);
}

/** Returns a device name for the network of a reset in the last hour; undefined if there was none. */
export async function placeOfReset(account: string, ip: string): Promise<string | undefined> {
  const { limit, subject } = usedReset(account, ip);
  return (await countedTries(limit, subject)) > 0 ? `reset:${networkOf(ip)}` : undefined;
}

function usedReset(account: string, ip: string): Count {
  return { limit: "resetUsed", subject: `${account} ${networkOf(ip)}` };
}

/**
 * Counts a use of a link. One that we signed has a count of its own, because nobody can guess it. An address that only
 * resembles one counts for the caller's network.
 *
 * @param id what the link opens; undefined if we did not sign it
 * @throws AppError `too_many_requests`
 */
export async function countLinkUse(id: string | undefined, ip: string): Promise<void> {
  await (id ? countTry("link", id) : countTry("linkAddress", ip));
}

function isWrong(guessed: Guessed): (error: unknown) => boolean {
  return (error) => error instanceof AppError && error.code === WRONG[guessed];
}
