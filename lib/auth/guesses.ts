import { db } from "@/lib/core/db";
import { AppError, type ErrorCode } from "@/lib/core/errors";
import { networkOf } from "@/lib/core/ip";
import { type Count, countedTries, countFailures, countTry } from "./limits";

/** Who tries to prove that an account is theirs. */
export interface Visitor {
  ip: string;
  /** Names a browser that has signed in to this account before, or the place of a fresh reset. See `devices.ts`. */
  device?: string;
}

/** What a guesser guesses: the password, or the code of the second factor. */
export type Guessed = "password" | "code";

const WRONG: Record<Guessed, ErrorCode> = { password: "wrong_credentials", code: "two_factor_code_wrong" };
/** Failures within an hour, from everywhere, of which the person learns by mail. A code takes the right password first. */
const TELL_AT: Record<Guessed, number> = { password: 10, code: 5 };

/**
 * Runs a check of somebody's password or code and counts its failures. A known device has a count of its own, so that
 * nobody else can lock it out. All others count per network, and together against guesses from many networks.
 *
 * @param account the plain email address, also of nobody
 * @throws AppError `too_many_requests`, and whatever the check throws
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
 * Runs a check that somebody who is signed in has to pass once more. Strangers have no part in its count. The failures
 * also count among all guesses at the account, of which the person learns: the session may be stolen. A code that is only
 * being set up is not guessed.
 *
 * @throws AppError `too_many_requests`, and whatever the check throws
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

/** True if this refusal was a wrong guess, and so many came before it that the person should know. */
export async function isGuessing(guessed: Guessed, account: string, code: ErrorCode): Promise<boolean> {
  return code === WRONG[guessed] && (await countedTries(`${guessed}InAll`, account)) >= TELL_AT[guessed];
}

/**
 * Counts a request for a link to a new password. Strangers who ask for one cannot keep a known device from asking.
 *
 * @throws AppError `too_many_requests`
 */
export async function countResetRequest(account: string, { ip, device }: Visitor): Promise<void> {
  await countTry("forgottenAddress", ip);
  if (device) return await countTry("resetByDevice", `${account} ${device}`);
  await countTry("resetByNetwork", `${account} ${networkOf(ip)}`);
  await countTry("resetInAll", account);
}

/** Notes that a link to a new password was used: its network then has a count of its own for this account, for an hour. */
export async function noteReset(account: string, ip: string): Promise<void> {
  const { limit, subject } = usedReset(account, ip);
  await countTry(limit, subject);
}

/** The place of a reset in the last hour, as a device of its own; undefined where there was none. */
export async function placeOfReset(account: string, ip: string): Promise<string | undefined> {
  const { limit, subject } = usedReset(account, ip);
  return (await countedTries(limit, subject)) > 0 ? `reset:${networkOf(ip)}` : undefined;
}

function usedReset(account: string, ip: string): Count {
  return { limit: "resetUsed", subject: `${account} ${networkOf(ip)}` };
}

/**
 * Counts a use of a link. One that we have signed has a count of its own, because nobody can guess it; what only looks
 * like a link of ours counts for the caller's network.
 *
 * @param id what the link opens; undefined if we have not signed it
 * @throws AppError `too_many_requests`
 */
export async function countLinkUse(id: string | undefined, ip: string): Promise<void> {
  await (id ? countTry("link", id) : countTry("linkAddress", ip));
}

function isWrong(guessed: Guessed): (error: unknown) => boolean {
  return (error) => error instanceof AppError && error.code === WRONG[guessed];
}
