import type { CustomerId } from "@/lib/auth/scope";
import { awaitPace, pausePace } from "@/lib/connections/pace-mutations";
import { freshAccessToken, type Renewal } from "@/lib/connections/token-mutations";
import { db } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { ProviderError } from "@/lib/core/provider-error";
import { datevOauth } from "@/lib/providers/accounting/datev/door";
import { refresh } from "@/lib/providers/accounting/datev/oauth";
import type { FileUploads } from "@/lib/providers/accounting/datev/uploads";
import { fileAccountingOf } from "@/lib/providers/accounting/registry";

/** DATEV names no limit and watches the ratio of reads to uploads: one call a second is plenty. */
const PACE = { intervalMs: 1_000, burst: 2 };
const PAUSE_AFTER_429_MS = 10_000;
const RENEWAL: Renewal = {
  type: "DATEV",
  // A token lives for 15 minutes.
  earlyMs: 3 * 60_000,
  missing: "upload_not_possible",
  refresh: async (refreshToken) => {
    const config = datevOauth();
    if (!config) throw new AppError("upload_not_possible");
    return await refresh(config, refreshToken);
  },
};

/**
 * Works with DATEV's file service as somebody of the supplier who has signed in there. A refused sign-in ends only the
 * sign-in: the books go on by file.
 *
 * @throws AppError `upload_not_possible`; ProviderError for everything the service says
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
    await forgetSignIn(customerId);
    throw new AppError("upload_not_possible", error.message);
  }
}

export async function forgetSignIn(customerId: CustomerId): Promise<void> {
  await db.connection.updateMany({
    where: { customerId, type: "DATEV" },
    data: { accessToken: null, refreshToken: null, accessExpiresAt: null, refreshLeaseUntil: null },
  });
}
