import type { CustomerId } from "@/lib/auth/scope";
import { awaitPace, pausePace } from "@/lib/connections/pace/mutations";
import { freshAccessToken, type Renewal } from "@/lib/connections/tokens/provider";
import { db, type Tx } from "@/lib/core/database/db";
import { writeAudit } from "@/lib/core/telemetry/audit";
import { AppError } from "@/lib/core/web/errors";
import { ProviderError } from "@/lib/core/web/provider-error";
import { raiseNotice } from "@/lib/notices/mutations";
import { datevOauth } from "@/lib/providers/accounting/datev/door";
import { refresh } from "@/lib/providers/accounting/datev/upload/oauth";
import type { FileUploads } from "@/lib/providers/accounting/datev/upload/uploads";
import { fileAccountingOf } from "@/lib/providers/accounting/registry";
import { signInLost } from "@/lib/vendors/rules";

/** DATEV names no limit but watches the ratio of reads to uploads. One call a second is enough. */
const PACE = { intervalMs: 1_000, burst: 2 };
const PAUSE_AFTER_429_MS = 10_000;
const RENEWAL: Renewal = {
  type: "DATEV",
  // An access token is valid for 15 minutes.
  earlyMs: 3 * 60_000,
  missing: "upload_not_possible",
  refresh: async (refreshToken) => {
    const config = datevOauth();
    if (!config) throw new AppError("upload_not_possible");
    return await refresh(config, refreshToken);
  },
};

/**
 * Runs calls against DATEV's file service with the supplier's sign-in.
 * If DATEV refuses the sign-in, only the sign-in ends, and a notice is raised; the exchange of files by hand continues.
 *
 * @throws AppError `upload_not_possible`; ProviderError for every error of the service
 */
export async function withUploads<T>(customerId: CustomerId, run: (uploads: FileUploads) => Promise<T>): Promise<T> {
  const key = `DATEV:${customerId}`;
  const access = { pace: () => awaitPace(key, PACE), accessToken: () => freshAccessToken(customerId, RENEWAL) };
  const { uploads } = fileAccountingOf("DATEV", access);
  if (!uploads) throw new AppError("upload_not_possible");
  try {
    return await run(uploads);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === "rate_limited") await pausePace(key, error.retryAfterMs ?? PAUSE_AFTER_429_MS);
    if (error.kind !== "auth") throw error;
    await loseSignIn(customerId);
    throw new AppError("upload_not_possible", error.message);
  }
}

/** Ends a sign-in that DATEV no longer accepts, and raises a notice, because a file is waiting. */
async function loseSignIn(customerId: CustomerId): Promise<void> {
  await db.$transaction(async (tx) => {
    // A person who signed out meanwhile needs no notice.
    if (!(await forgetSignIn(tx, customerId))) return;
    await writeAudit(tx, customerId, null, { action: "datev.sign_in_lost", subject: "DATEV" });
    const data = { type: "DATEV" };
    await raiseNotice(tx, customerId, { key: signInLost("DATEV"), kind: "sign_in_lost", data });
  });
}

/** Deletes the tokens of the sign-in. @returns true if somebody was signed in */
export async function forgetSignIn(tx: Tx, customerId: CustomerId): Promise<boolean> {
  const forgotten = await tx.connection.updateMany({
    where: { customerId, type: "DATEV", refreshToken: { not: null } },
    data: { accessToken: null, refreshToken: null, accessExpiresAt: null, refreshLeaseUntil: null },
  });
  return forgotten.count > 0;
}
