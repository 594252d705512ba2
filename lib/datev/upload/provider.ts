import type { CustomerId } from "@/lib/auth/scope";
import { beginAttempt, consumeAttempt } from "@/lib/connections/sign-in/oauth-mutations";
import { openToken, tokenColumns } from "@/lib/connections/tokens/mutations";
import { db } from "@/lib/core/database/db";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { log } from "@/lib/core/telemetry/log";
import { AppError, fieldRefusal } from "@/lib/core/web/errors";
import { ProviderError } from "@/lib/core/web/provider-error";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { resolveNotice } from "@/lib/notices/mutations";
import { notifyOwners } from "@/lib/outbox/owner-mutations";
import { datevOauth } from "@/lib/providers/accounting/datev/door";
import { authorizeUrl, exchangeCode, revoke } from "@/lib/providers/accounting/datev/upload/oauth";
import { signInLost } from "@/lib/vendors/rules";
import { VENDOR_NAMES } from "@/lib/vendors/types";
import { forgetSignIn } from "./access";

/**
 * Begins a sign-in at DATEV and returns the address of its page.
 *
 * @throws AppError `upload_not_possible` if our program is not registered at DATEV
 */
export async function startSignIn(customerId: CustomerId, userId: string): Promise<string> {
  const config = datevOauth();
  if (!config) throw new AppError("upload_not_possible");
  const { state, verifier } = await beginAttempt(customerId, userId, "DATEV");
  return authorizeUrl(config, state, verifier);
}

/**
 * Finishes a sign-in, notifies the owners and enqueues the waiting uploads.
 *
 * @throws AppError `oauth_state_invalid`, `oauth_refused`, `connection_missing` if DATEV is no longer in use
 */
export async function completeSignIn(
  caller: { customerId: CustomerId; actor: Actor },
  answer: { code: string; state: string },
): Promise<void> {
  const { customerId, actor } = caller;
  const config = datevOauth();
  if (!config) throw new AppError("upload_not_possible");
  const { verifier } = await consumeAttempt(caller, "DATEV", answer.state);
  const tokens = await exchangeCode(config, answer.code, verifier).catch((error: unknown) => {
    if (error instanceof ProviderError && !error.isRetryable)
      throw fieldRefusal("oauth_refused", error.message, "code");
    throw error;
  });
  await db.$transaction(async (tx) => {
    const stored = await tx.connection.updateMany({
      where: { customerId, type: "DATEV", status: "connected" },
      data: { ...tokenColumns(customerId, "DATEV", tokens), tokenVersion: { increment: 1 } },
    });
    if (stored.count === 0) throw new AppError("connection_missing");
    await resolveNotice(tx, customerId, signInLost("DATEV"));
    await writeAudit(tx, customerId, actor, { action: "datev.signed_in", subject: "DATEV" });
    await notifyOwners(tx, customerId, { event: "filesSignedIn", actor, values: { vendor: VENDOR_NAMES.DATEV } });
    await enqueue(tx, jobs.uploadDatevFiles, { customerId });
  });
}

/** Ends our access to DATEV's file service. DATEV stays the accounting system in use. */
export async function endSignIn(customerId: CustomerId, actor: Actor): Promise<void> {
  const row = await db.connection.findUnique({ where: { customerId_type: { customerId, type: "DATEV" } } });
  const config = datevOauth();
  if (config && row?.refreshToken)
    await revoke(config, openToken(customerId, "DATEV", "refresh", row.refreshToken)).catch((error: unknown) =>
      log.warn({ err: error, type: "DATEV" }, "token could not be revoked"),
    );
  await db.$transaction(async (tx) => {
    await forgetSignIn(tx, customerId);
    await writeAudit(tx, customerId, actor, { action: "datev.signed_out", subject: "DATEV" });
    await notifyOwners(tx, customerId, { event: "filesSignedOut", actor, values: { vendor: VENDOR_NAMES.DATEV } });
  });
}
